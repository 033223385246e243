import { writeCsv } from '../lib/csv.ts'
import { saveFile } from '../lib/save-file.ts'
import { arrange } from './arrange.ts'
import type { Choice } from './choice.ts'
import { type Comparison, stake } from './compare-funds.ts'
import { measures } from './measures.ts'

type Shown = { choice: Choice; usual: Choice; drawing: HTMLElement | null }

/**
 * Saves the comparison as a file: table or days as CSV, or the chart as an image.
 * @throws if the data can't be loaded or the chart can't be drawn
 */
export async function downloadComparison(
  what: 'figures' | 'days' | 'picture',
  { choice, usual, drawing }: Shown
): Promise<void> {
  const name = `${choice.symbols.join('-').toLowerCase()}${choice.from === null ? '' : `-since-${choice.from}`}`
  if (what === 'picture') {
    if (drawing === null) throw new TypeError('there is no chart on the page')
    saveFile(await drawPicture(drawing), `${name}.png`)
    return
  }
  const arranged = await arrange({ choice, remarks: [] }, usual)
  if (!arranged.ok) throw new Error(arranged.message)
  const csv = what === 'figures' ? figuresCsv(arranged.comparison) : daysCsv(arranged.comparison)
  saveFile(new Blob([csv], { type: 'text/csv' }), `${name}-${what}.csv`)
}

/** The table as CSV: one row per measure with its unit and a figure per fund; empty if unknown. */
export function figuresCsv({ funds, from, to }: Comparison): string {
  const rows = measures.map(({ name, unit, value }) => [
    name.replaceAll(/[$,]/g, ''),
    unit,
    ...funds.map((fund) => figure(value(fund), 4))
  ])
  return writeCsv([
    ['measure', 'unit', ...funds.map(({ symbol }) => symbol)],
    ['from', 'day', ...funds.map(() => from)],
    ['to', 'day', ...funds.map(() => to)],
    ...rows
  ])
}

/** Growth of each fund in dollars, one row per day; empty on days without a close. */
export function daysCsv({ funds }: Comparison): string {
  const grown = funds.map(
    ({ growth }) => new Map(growth.map(({ date, reinvested }) => [date, stake * reinvested]))
  )
  const days = [...new Set(grown.flatMap((of) => [...of.keys()]))].sort()
  return writeCsv([
    ['date', ...funds.map(({ symbol }) => symbol)],
    ...days.map((day) => [day, ...grown.map((of) => figure(of.get(day) ?? null, 2))])
  ])
}

function figure(value: number | string | null, decimals: number): string {
  return typeof value === 'number' ? value.toFixed(decimals) : (value ?? '')
}

const [width, height] = [1200, 630]
const svgNamespace = 'http://www.w3.org/2000/svg'

/** Prefix of the classes of days that only wide charts show: ui/chart/Plot.tsx. */
const daySteps = 'plot__step-'

/** CSS properties that a standalone image has to carry itself. */
const copiedProperties = [
  'display',
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'vector-effect',
  'overflow',
  'font-family',
  'font-weight',
  'text-anchor'
] as const

/**
 * The wide chart with its title as an image, 1200 x 630, in the page's colors.
 * @throws if the browser can't draw it
 */
async function drawPicture(comparison: HTMLElement): Promise<Blob> {
  const chart = comparison.querySelector<SVGSVGElement>('.growth-chart .plot')
  const title = comparison.querySelector('#comparison-title')
  const span = comparison.querySelector('.comparison__answer > .muted')
  const sheet = comparison.querySelector('.growth-chart')
  if (chart === null || title === null || sheet === null) throw new TypeError('there is no chart to draw')
  const page = getComputedStyle(sheet)
  const frame = document.createElementNS(svgNamespace, 'svg')
  setAll(frame, { xmlns: svgNamespace, width, height, viewBox: `0 0 ${width} ${height}` })
  const ground = document.createElementNS(svgNamespace, 'rect')
  setAll(ground, { width, height, fill: page.backgroundColor })
  const write = (text: string, y: number, size: number, weight: number) => {
    const line = document.createElementNS(svgNamespace, 'text')
    setAll(line, { x: 44, y, fill: page.color, 'font-size': size, 'font-weight': weight })
    line.setAttribute('font-family', page.fontFamily)
    line.textContent = text
    return line
  }
  const drawing = withComputedStyles(chart)
  // Leaves room for the labels around the plot.
  setAll(drawing, {
    x: 110,
    y: 124,
    width: width - 280,
    height: height - 220,
    overflow: 'visible',
    'font-size': 16
  })
  frame.append(
    await embedTextFace(),
    ground,
    // Five fund names need the width.
    write(title.textContent, 56, title.textContent.length > 40 ? 28 : 34, 700),
    write(`$10,000 in each, every distribution reinvested. ${firstSentence(span?.textContent)}`, 90, 20, 400),
    drawing,
    write(
      `${location.host}/compare${location.search} · educational, not financial advice`,
      height - 22,
      18,
      400
    )
  )
  const image = new Image(width, height)
  // The content security policy allows images from this site and data URLs.
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(frame))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob((picture) =>
      picture === null ? reject(new Error('the canvas returned no picture')) : resolve(picture)
    )
  })
}

/** The page's text face as a style element, because an image can't load files. */
async function embedTextFace(): Promise<SVGStyleElement> {
  const style = document.createElementNS(svgNamespace, 'style')
  const link = document.querySelector<HTMLLinkElement>('link[as="font"][href*="source-sans"]')
  if (link === null) return style
  const bytes = new Uint8Array(await (await fetch(link.href)).arrayBuffer())
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  style.textContent = `@font-face { font-family: "Source Sans 3 Variable"; font-weight: 200 900; src: url(data:font/woff2;base64,${base64}) }`
  return style
}

/** A copy with its computed styles. */
function withComputedStyles(chart: SVGSVGElement): SVGSVGElement {
  const copy = document.importNode(chart, true)
  const originals = chart.querySelectorAll('*')
  copy.querySelectorAll('*').forEach((element, i) => {
    const original = originals[i]
    if (original === undefined) return
    const style = getComputedStyle(original)
    for (const property of copiedProperties) element.setAttribute(property, style.getPropertyValue(property))
    const display = displayInPicture(element)
    if (display !== null) element.setAttribute('display', display)
  })
  return copy
}

/** The picture is wide whatever the screen is: amounts in full, and the days for which a wide chart has room. */
function displayInPicture({ classList }: Element): string | null {
  if (classList.contains('plot__long')) return 'inline'
  if (classList.contains('plot__short')) return 'none'
  const step = [...classList].find((name) => name.startsWith(daySteps))
  return step === undefined ? null : Number(step.slice(daySteps.length)) <= 1 ? 'inline' : 'none'
}

function firstSentence(text: string | null | undefined): string {
  return /^[^.]*\./.exec(text ?? '')?.[0] ?? ''
}

function setAll(element: Element, values: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, String(value))
}
