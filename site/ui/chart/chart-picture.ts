import { resolvedColor } from '../../lib/resolved-color.ts'
import type { ChartModel } from './chart-model.ts'

type Picture = { title: string; model: ChartModel; hidden: ReadonlySet<string>; chart: HTMLCanvasElement }

/** Pixels of a picture per pixel of the screen. */
const scale = 2
const [padding, lineHeight] = [16, 24]

/** The chart as it is shown, with its title, the names of what it shows, and where it comes from. */
export async function drawPicture({ title, model, hidden, chart }: Picture): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (pen === null) throw new TypeError('a picture needs a canvas')
  const { fontFamily } = getComputedStyle(document.body)
  const width = chart.width / scale + 2 * padding
  const entries = entriesOf(model, hidden)
  pen.font = `13px ${fontFamily}`
  const rows = breakRows(entries, (name) => pen.measureText(name).width + 34, width - 2 * padding)
  const height = chart.height / scale + 2 * padding + lineHeight * (rows.length + 2)
  // A new size resets the font.
  canvas.width = width * scale
  canvas.height = height * scale
  pen.scale(scale, scale)
  pen.fillStyle = resolvedColor('--surface-raised')
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = resolvedColor('--text')
  pen.font = `600 17px ${fontFamily}`
  pen.fillText(title, padding, padding + 14, width - 2 * padding)
  const top = padding + lineHeight
  pen.drawImage(chart, padding, top, chart.width / scale, chart.height / scale)
  // The page shows the titles of the axes above the drawing.
  pen.font = `12px ${fontFamily}`
  pen.fillStyle = resolvedColor('--chart-text')
  if (model.up.title !== undefined) pen.fillText(model.up.title, padding, top + 12)
  if (model.across.title !== undefined) {
    pen.textAlign = 'center'
    pen.fillText(model.across.title, width / 2, top + chart.height / scale - 4)
    pen.textAlign = 'start'
  }
  pen.font = `13px ${fontFamily}`
  for (const [i, row] of rows.entries()) {
    const y = top + chart.height / scale + lineHeight * (i + 0.7)
    for (const { entry, x } of row) {
      drawKey(pen, entry, padding + x, y - 9)
      pen.fillStyle = resolvedColor('--text')
      pen.fillText(entry.name, padding + x + 16, y)
    }
  }
  pen.fillStyle = resolvedColor('--text-muted')
  pen.fillText(location.host, padding, height - padding)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the picture is empty')) : resolve(blob)),
      'image/png'
    )
  })
}

type Entry = NonNullable<ChartModel['keys']>[number]

/** What the legend names: the shown series and levels, and the looks of single bars. */
function entriesOf({ series, levels = [], keys = [] }: ChartModel, hidden: ReadonlySet<string>): Entry[] {
  const named = [...series, ...levels].filter(({ id }) => !hidden.has(id))
  return [...named.filter(({ id }, i) => named.findIndex((each) => each.id === id) === i), ...keys]
}

function drawKey(
  pen: CanvasRenderingContext2D,
  { token, opacity = 1, pattern }: Entry,
  x: number,
  y: number
) {
  pen.save()
  pen.beginPath()
  pen.rect(x, y, 10, 10)
  pen.clip()
  pen.globalAlpha = opacity
  pen.fillStyle = resolvedColor(token)
  pen.fillRect(x, y, 10, 10)
  pen.globalAlpha = 1
  pen.strokeStyle = resolvedColor('--surface-raised')
  pen.lineWidth = 2
  pen.beginPath()
  if (pattern === 'hatched')
    for (const shift of [0, 5, 10]) {
      pen.moveTo(x - 5 + shift, y + 10)
      pen.lineTo(x + 5 + shift, y)
    }
  if (pattern === 'dotted') {
    pen.setLineDash([2, 2])
    for (const down of [3, 7]) {
      pen.moveTo(x, y + down)
      pen.lineTo(x + 10, y + down)
    }
  }
  pen.stroke()
  pen.restore()
}

function breakRows<Entry extends { name: string }>(
  entries: readonly Entry[],
  widthOf: (name: string) => number,
  most: number
): { entry: Entry; x: number }[][] {
  const rows: { entry: Entry; x: number }[][] = []
  let x = most
  for (const entry of entries) {
    const width = widthOf(entry.name)
    if (x + width > most) {
      rows.push([])
      x = 0
    }
    rows.at(-1)?.push({ entry, x })
    x += width
  }
  return rows
}
