import { escapeFormula } from '../../admin-api/contract/spreadsheets.ts'
import { writeCsv } from '../lib/csv.ts'
import { saveFile } from '../lib/save-file.ts'
import { arrange } from './arrange.tsx'
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
    escapeFormula(name.replaceAll(/[$,]/g, '')),
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

/** The picture is wide whatever the screen is: amounts in full, and the days for which a wide chart has room. */
const wideStyle = `
svg { overflow: visible }
.plot__long, .plot__step-1 { display: inline }
.plot__short, .plot__step-2, .plot__step-3 { display: none }
`

/**
 * The wide chart with its title as an image, 1200 x 630, in the page's colors.
 * @throws if the browser can't draw it
 */
async function drawPicture(comparison: HTMLElement): Promise<Blob> {
  const chart = comparison.querySelector<SVGSVGElement>('.growth-chart .plot')
  const title = comparison.querySelector('#comparison-title')
  const span = comparison.querySelector('.comparison__answer > .muted')
  if (chart === null || title === null) throw new TypeError('there is no chart to draw')
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const write = (text: string, y: number, size: number, weight: number) =>
    make('text', { x: 44, y, fill: 'currentColor', 'font-size': size, 'font-weight': weight }, text)
  const drawing = document.importNode(chart, true)
  // Its place is that of the page. The picture leaves room for the labels around the plot.
  drawing.removeAttribute('class')
  setAll(drawing, { x: 110, y: 124, width: width - 280, height: height - 220, 'font-size': 16 })
  const frame = make('svg', {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    color: 'var(--text)',
    'font-family': 'var(--font-text)',
    'data-theme': document.documentElement.dataset['theme'] ?? (isDark ? 'dark' : 'light')
  })
  frame.append(
    make('style', {}, pageStyle() + wideStyle + (await embedTextFace())),
    make('rect', { width, height, fill: 'var(--surface-raised)' }),
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

/** The rules of the page, because an image loads no style sheet. */
function pageStyle(): string {
  return [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .map(({ cssText }) => cssText)
    .join('\n')
}

/** The page's text face, because an image can't load files. */
async function embedTextFace(): Promise<string> {
  const link = document.querySelector<HTMLLinkElement>('link[as="font"][href*="source-sans"]')
  if (link === null) return ''
  const bytes = new Uint8Array(await (await fetch(link.href)).arrayBuffer())
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return `@font-face { font-family: "Source Sans 3 Variable"; font-weight: 200 900; src: url(data:font/woff2;base64,${base64}) }`
}

function firstSentence(text: string | null | undefined): string {
  return /^[^.]*\./.exec(text ?? '')?.[0] ?? ''
}

function make(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  setAll(element, attributes)
  element.textContent = text
  return element
}

function setAll(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
}
