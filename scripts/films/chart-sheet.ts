import { dec, frame } from './film.ts'

/** What stands on the chart before any course is drawn. */
export function drawSheet(): string {
  return `<defs>
<radialGradient id="age" cx="0.5" cy="0.45" r="0.75"><stop offset="0.45" stop-color="var(--parchment-400)" stop-opacity="0"/><stop offset="1" stop-color="var(--parchment-400)" stop-opacity="0.6"/></radialGradient>
<radialGradient id="stain"><stop offset="0.2" stop-color="var(--parchment-300)" stop-opacity="0.55"/><stop offset="1" stop-color="var(--parchment-300)" stop-opacity="0"/></radialGradient>
<clipPath id="inside"><path d="M24 24H${frame.width - 24}V${frame.height - 24}H24z"/></clipPath>
</defs>
<path d="M0 0H${frame.width}V${frame.height}H0z" fill="var(--parchment-100)"/>
<g fill="url(#stain)"><ellipse cx="610" cy="96" rx="150" ry="90"/><ellipse cx="330" cy="430" rx="180" ry="100"/><ellipse cx="1000" cy="250" rx="130" ry="110"/></g>
<path d="M0 0H${frame.width}V${frame.height}H0z" fill="url(#age)"/>
<g clip-path="url(#inside)">${drawRhumbs()}${drawLands()}${drawWavelets()}</g>${drawSoundings()}${drawNames()}${drawFolds()}${drawNeatline()}`
}

const roses = [
  { x: 148, y: 148 },
  { x: 604, y: 262 },
  { x: 1010, y: 400 }
]

function drawRhumbs(): string {
  const rays = roses.map(({ x, y }) =>
    Array.from({ length: 16 }, (_, i) => {
      const angle = (i * Math.PI) / 8
      return `M${x} ${y}L${dec(x + 1300 * Math.cos(angle))} ${dec(y + 1300 * Math.sin(angle))}`
    }).join('')
  )
  return `<path d="${rays.join('')}" stroke="var(--gold-700)" stroke-width="0.8" opacity="0.24"/>`
}

/** A coast is its line, a wash on the land and two paler lines in the water. */
function coast(path: string): string {
  return `<path d="${path}" stroke="var(--art-sea)" stroke-width="17" opacity="0.16"/><path d="${path}" stroke="var(--art-sea)" stroke-width="9" opacity="0.22"/><path d="${path}" fill="var(--parchment-200)"/><path d="${path}" fill="var(--art-land)" fill-opacity="0.42" stroke="var(--art-ink)" stroke-width="1.7"/>`
}

const homeland =
  'M-10 268C24 262 46 280 84 274C120 262 150 282 178 292C204 286 232 300 240 322C262 334 246 352 222 352C214 372 232 392 214 408C186 414 190 440 160 452C140 470 96 462 70 490H-10z'
const isle =
  'M700 214C708 186 742 168 776 172C800 148 846 152 866 174C900 172 926 198 920 226C942 250 922 284 888 282C866 304 826 300 806 282C774 296 738 284 734 258C708 254 694 236 700 214z'
const cape =
  'M812 -10C824 26 858 34 870 60C890 84 928 72 944 52C966 62 1000 52 1008 26C1036 20 1050 6 1052 -10z'
const reefs = 'M430 108C440 92 470 90 480 104C500 104 504 124 488 130C470 140 436 134 430 108z'
const south = 'M520 490C526 458 560 452 580 440C606 424 640 436 652 452C690 452 706 470 710 490z'

function drawLands(): string {
  const peaks = [
    [52, 330, 1.2],
    [86, 316, 1],
    [70, 362, 1.3],
    [110, 348, 1.1],
    [862, 208, 1.25],
    [892, 226, 1.05],
    [872, 248, 0.95],
    [898, 44, 0.9],
    [930, 48, 0.8],
    [596, 452, 0.8],
    [624, 456, 0.7]
  ] as const
  const palms = [
    [196, 372, 1],
    [42, 414, 0.85],
    [776, 196, 0.9],
    [796, 204, 0.75],
    [764, 262, 0.8]
  ] as const
  return `<g stroke-linejoin="round" stroke-linecap="round">${[homeland, isle, cape, reefs, south].map(coast).join('')}
<g stroke="var(--art-ink)" stroke-width="1.4">${peaks.map(([x, y, size]) => `<path transform="translate(${x} ${y}) scale(${size})" d="M-18 14L-2 -16L16 14" fill="var(--parchment-100)"/><path transform="translate(${x} ${y}) scale(${size})" d="M-2 -16l3 12-4 6 5 12M4 -6l5 8M6 4l5 10" stroke-width="0.9"/>`).join('')}
${palms.map(([x, y, size]) => `<path transform="translate(${x} ${y}) scale(${size})" d="M0 16Q-1 2 4 -8M4 -8Q-6 -16 -14 -8M4 -8Q-2 -20 -12 -18M4 -8Q6 -20 16 -18M4 -8Q14 -14 18 -4" stroke="var(--art-green)" stroke-width="2.4"/>`).join('')}
<path d="M224 318l5-14 5 14v10h-10zM234 328v-16h14v16zM213 328v-12h11v12z" fill="var(--parchment-50)"/><path d="M229 304v-14l10 4-10 4" fill="var(--art-red)"/>
<path d="M446 112l5-8 4 8M462 118l5-9 5 9M452 124l4-6 4 6" stroke-width="1.2"/></g></g>`
}

function drawWavelets(): string {
  const places = [
    [330, 190],
    [252, 218],
    [700, 112],
    [760, 96],
    [1010, 180],
    [1050, 240],
    [1040, 140],
    [300, 412],
    [410, 440],
    [452, 402],
    [800, 400],
    [860, 430],
    [760, 440],
    [560, 60],
    [330, 90],
    [640, 398]
  ] as const
  return `<path stroke="var(--art-sea)" stroke-width="1.3" stroke-linecap="round" opacity="0.6" d="${places.map(([x, y]) => `M${x} ${y}q6-7 12 0q6-7 12 0q6-7 12 0`).join('')}"/>`
}

function drawSoundings(): string {
  const depths = [
    [286, 284, 4],
    [310, 352, 7],
    [380, 350, 11],
    [468, 286, 18],
    [520, 396, 9],
    [600, 150, 26],
    [690, 330, 12],
    [668, 238, 8],
    [1060, 316, 14],
    [1016, 132, 6],
    [390, 150, 3],
    [540, 116, 5],
    [250, 440, 5]
  ] as const
  return `<g fill="var(--art-line)" font-size="15" text-anchor="middle">${depths.map(([x, y, depth]) => `<text x="${x}" y="${y}">${depth}</text>`).join('')}</g>`
}

function drawNames(): string {
  return `<g fill="var(--art-ink)" text-anchor="middle">
<text x="126" y="392" font-size="25">Port</text><text x="120" y="416" font-size="25">Premium</text>
<text x="455" y="160" font-size="20">NAV Shoals</text>
<text x="924" y="104" font-size="22">Cape Ex-Date</text>
<text x="846" y="328" font-size="27">Isle of Yield</text>
<text x="616" y="426" font-size="18">Strike Reef</text>
<text x="446" y="228" font-size="34" fill="var(--art-sea-deep)" letter-spacing="5" transform="rotate(-6 446 228)" opacity="0.8">Mare Optionum</text>
</g>`
}

function drawFolds(): string {
  return `<g><path d="M384 0V${frame.height}M768 0V${frame.height}" stroke="var(--parchment-600)" stroke-width="1" opacity="0.35"/><path d="M385.5 0V${frame.height}M769.5 0V${frame.height}" stroke="var(--parchment-50)" stroke-width="2" opacity="0.45"/></g>`
}

/** The graduated edge: as many degrees on each side as fit whole. */
function drawNeatline(): string {
  const [w, h] = [frame.width, frame.height]
  const side = (path: string, degrees: number) =>
    `<path d="${path}" stroke-width="5" pathLength="${degrees}" stroke-dasharray="1 1"/>`
  return `<g stroke="var(--art-ink)"><path d="M14 14H${w - 14}V${h - 14}H14z" stroke-width="1.6"/><path d="M24 24H${w - 24}V${h - 24}H24z" stroke-width="1"/>
${side(`M14 19H${w - 14}`, 31)}${side(`M14 ${h - 19}H${w - 14}`, 31)}${side(`M19 14V${h - 14}`, 13)}${side(`M${w - 19} 14V${h - 14}`, 13)}</g>`
}
