import { outline, sails, seams, shade } from './galleon.ts'

export type Wind = {
  /** How far the sails belly out; 1 is a fresh breeze. */
  belly: number
  /** Where the flags' waves stand, in whole waves. */
  flutter: number
}

const ports = [104, 134, 164, 194, 226, 258, 288]

/**
 * A three-master running before the wind, bow to the left; its own box is 420 by 320. The markup of a group,
 * for the page and, moving, for the film.
 */
export function drawGalleon({ belly, flutter }: Wind = { belly: 1, flutter: 0.1 }): string {
  return `<g stroke="var(--art-ink)" stroke-linejoin="round" stroke-linecap="round">
<g stroke-width="0.7" fill="none">
<path d="M-58 178 L108 30M-58 178 L106 84M44 222 L106 84M108 34 L194 112M194 8 L110 120M194 14 L277 98M277 54 L200 120M277 56 L354 182M194 8 L330 192M108 30 L194 14"/>
<path d="M106 128 L76 216M106 128 L90 220M106 128 L134 226M106 128 L146 230M193 116 L162 232M193 116 L178 234M193 116 L222 228M193 116 L238 222M277 104 L258 216M277 104 L304 204M277 104 L318 198"/>
</g>
<g stroke-width="1" fill="var(--art-wood)">
<path d="M103 226 L106 26 H109 L112 226zM189 236 L192 4 H196 L199 236zM273 216 L275 50 H279 L281 216z"/>
<path d="M46 226 L-60 176 L-58 173 L52 214z"/>
</g>
<path d="M-54 176 Q-20 128 100 62 Q84 128 60 204 Q0 176 -54 176z" fill="var(--art-sail)" stroke-width="1.3"/>
<path d="M-40 174 Q0 140 92 74M-14 176Q34 150 86 100M14 181Q46 164 77 132" fill="none" stroke-width="0.5"/>
<path d="M300 96 Q330 128 366 150 Q330 166 284 190 L281 122z" fill="var(--art-sail)" stroke-width="1.3"/>
<path d="M300 96 L366 150 Q346 158 328 166 Q320 130 300 96z" fill="var(--art-sail-shade)" stroke="none"/>
<path d="M278 128 L306 90M284 190 L370 148" fill="none" stroke-width="2.2" stroke="var(--art-wood-dark)"/>
${sails
  .map(
    (sail) => `<path d="${outline(sail, belly)}" fill="var(--art-sail)" stroke="none"/>
<path d="${shade(sail)}" fill="var(--art-sail-shade)" stroke="none"/>
<path d="${seams(sail, belly)}" fill="none" stroke-width="0.55" opacity="0.7"/>
<path d="${outline(sail, belly)}" fill="none" stroke-width="1.3"/>
<path d="M${sail.x - sail.head - 5} ${sail.top + 1}L${sail.x + sail.head + 5} ${sail.top - 1}" stroke="var(--art-wood-dark)" stroke-width="3.2"/>`
  )
  .join('\n')}
<g stroke-width="1.2" fill="var(--art-red)">
<path d="M192 128 m-22 26 h16 v-14 h10 v14 h16 v10 h-16 v22 h-10 v-22 h-16z" transform="translate(-9 8)" stroke="none" opacity="0.9"/>
<path d="${flag({ x: 107, y: 19, length: 42, from: 14, to: 7, sway: 5 }, flutter)}"/>
<path d="${flag({ x: 277, y: 44, length: 40, from: 12, to: 6, sway: 5 }, flutter + 0.4)}"/>
</g>
<path d="${flag(ensign, flutter)}" fill="var(--art-flag)" stroke-width="1"/>
<g fill="var(--art-bone)" stroke="none" transform="translate(0 ${swayAt(ensign, flutter, 0.48).toFixed(1)})">
<path d="M163 -13 l16 11M179 -13 l-16 11" stroke="var(--art-bone)" stroke-width="1.8"/>
<path d="M166 -13a5 5 0 0 1 10 0q0 3-2 4v3h-6v-3q-2-1-2-4z"/>
</g>
<path d="M46 216 C66 222 84 230 120 234 L222 236 L226 222 L290 214 L294 198 L356 178 L366 182 C362 206 356 226 350 244 C346 266 340 284 332 300 L330 330 L84 330 C66 300 54 270 44 240 C34 234 20 228 8 214 C22 212 36 212 46 216z" fill="var(--art-wood)" stroke-width="1.6"/>
<path d="M52 256 C90 276 130 280 200 278 C260 276 320 262 346 250 C344 268 338 286 332 300 L330 330 L84 330 C70 306 60 280 52 256z" fill="var(--art-wood-dark)" stroke="none"/>
<g fill="none" stroke="var(--art-gold)" stroke-width="2.6">
<path d="M42 232 C80 250 130 254 200 252 C262 250 320 230 356 214"/>
<path d="M226 222 L290 214 L294 198 L356 178" stroke-width="2"/>
</g>
<g fill="none" stroke-width="0.75">
<path d="M47 242 C84 258 130 262 200 260 C262 258 322 240 353 226M52 254 C88 270 130 274 200 272 C264 270 324 254 349 240M58 270 C94 284 132 288 200 286 C264 284 316 274 342 264M68 288 C104 298 132 300 200 299 C260 298 310 292 336 284"/>
<path d="M56 224C90 238 120 242 222 242M232 232L290 224M298 212L358 192M226 222V242M290 214V232M294 198V216"/>
</g>
<g stroke-width="1.1" fill="var(--art-ink)">
${ports.map((x) => `<path d="M${x} ${264 - Math.max(0, x - 200) * 0.1}h11v10h-11z" stroke="var(--art-gold)"/>`).join('\n')}
</g>
<g fill="var(--art-lamp)" stroke-width="0.9">
<path d="M312 208l9-3v11l-9 3zM326 203l9-3v11l-9 3zM340 198l9-3v11l-9 3zM314 228l8-3v9l-8 2zM327 224l8-3v9l-8 2zM340 219l8-3v9l-8 3z"/>
<path d="M362 168h8l2 10h-12zM364 168l2-6 2 6z"/>
</g>
<path d="M8 214 C-4 206 -6 196 4 192 C12 190 16 196 12 200" fill="none" stroke="var(--art-gold)" stroke-width="2.6"/>
</g>`
}

/** From its mast to the left; `from` and `to` are its heights there and at its end. */
type Flag = { x: number; y: number; length: number; from: number; to: number; sway: number }

const ensign: Flag = { x: 194, y: -8, length: 48, from: 25, to: 25, sway: 6 }

/** The wave runs to the loose end and grows on its way. */
function swayAt({ sway }: Flag, flutter: number, share: number): number {
  return (
    sway * (0.25 + 0.75 * share) * Math.min(1, share * 4) * Math.sin(2 * Math.PI * (share * 1.1 - flutter))
  )
}

function flag(shape: Flag, flutter: number): string {
  const shares = Array.from({ length: 9 }, (_, i) => i / 8)
  const edge = (side: 1 | -1) =>
    shares.map((share) => {
      const half = (shape.from + (shape.to - shape.from) * share) / 2
      const y = shape.y + swayAt(shape, flutter, share) + side * half
      return `${(shape.x - shape.length * share).toFixed(1)} ${y.toFixed(1)}`
    })
  return `M${edge(-1).join('L')}L${edge(1).toReversed().join('L')}z`
}
