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
  const named = [...model.series, ...(model.levels ?? [])].filter(({ id }) => !hidden.has(id))
  const entries = named.filter(({ id }, i) => named.findIndex((each) => each.id === id) === i)
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
  pen.font = `13px ${fontFamily}`
  for (const [i, row] of rows.entries()) {
    const y = top + chart.height / scale + lineHeight * (i + 0.7)
    for (const { entry, x } of row) {
      pen.fillStyle = resolvedColor(entry.token)
      pen.fillRect(padding + x, y - 9, 10, 10)
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
