import type { FundData } from '../../admin-api/contract/open-data.ts'
import { type Comparison, compareFunds, stake } from '../compare/compare-funds.ts'
import { formatDay, formatDollars } from '../lib/format.ts'
import { drawGrowth } from '../ui/chart/growth-drawing.ts'
import { lineColor, lineMark } from '../ui/chart/line-mark.ts'
import { type Place, pathThrough } from '../ui/chart/plot.ts'
import { letter } from './lettering.ts'
import { drawFrame, drawSheet, label, left } from './sheet.ts'

/** Width of the text next to the frame. */
const leftWidth = 480
const frame = { x: 650, y: 56, right: 1136, bottom: 516 }
/** The plot area; the funds' names are to its right. */
const inner = { x: 722, y: 86, width: 336, height: 384 }

/** Draws the value of the stake in each fund of the default comparison. @param host the site's host name */
export function drawComparePicture(funds: readonly FundData[], host: string): string {
  const comparison = compareFunds(funds, null)
  const head = letter('Compare funds', { face: 'bold', size: 66, x: left, y: 182, maxWidth: leftWidth })
  if (comparison === null) return drawSheet(head, { note: 'There are no prices to compare yet', host })
  return drawSheet(head + drawResults(comparison) + drawLines(comparison), {
    note: `Through the close on ${formatDay(comparison.to)}`,
    host
  })
}

function drawResults({ funds, from }: Comparison): string {
  const since = `since ${formatDay(from)}, distributions reinvested`
  const rows = funds.map(({ symbol, summary }, i) => {
    const style = { face: 'bold', size: 44, y: 330 + i * 62 } as const
    return (
      `<path d="${lineMark(i, { x: left + 14, y: style.y - 15 }, 10)}" fill="${lineColor(i)}"/>` +
      letter(symbol, { ...style, x: left + 44 }) +
      letter(formatDollars(stake * (1 + summary.reinvested)), {
        ...style,
        x: left + leftWidth - 40,
        fill: 'var(--gold-text)',
        anchor: 'end'
      })
    )
  })
  const lead = { face: 'text', size: 26, x: left, y: 226, fill: 'var(--text-muted)' } as const
  return (
    letter(since, { ...lead, maxWidth: leftWidth }) +
    label(`What ${formatDollars(stake)} became`, left, 276) +
    rows.join('')
  )
}

/** Draws the page's chart in the frame. */
function drawLines({ funds }: Comparison): string {
  const { start, values, days, lines } = drawGrowth(
    funds.map(({ symbol, growth }) => ({
      name: symbol,
      points: growth.map(({ date, reinvested }) => ({ date, value: stake * reinvested }))
    })),
    stake
  )
  const { width, height } = inner
  const small = { face: 'text', size: 15, fill: 'var(--text-muted)' } as const
  const grid = values.map(
    ({ short, at }) =>
      `<path d="M0 ${at * height}h${width}" stroke="var(--border)" stroke-width="0.8"/>` +
      letter(short, { ...small, x: -8, y: at * height + 5, anchor: 'end' })
  )
  const dayNames = days.flatMap(({ text, at, step }) =>
    step <= 1 ? letter(text, { ...small, x: at * width, y: height + 25, anchor: 'middle' }) : []
  )
  const drawn = lines.map(({ name, places, marks, end, label: at }, i) => {
    const color = lineColor(i)
    const mark = ({ x, y }: Place) => lineMark(i, { x: tenth(x * width), y: tenth(y * height) }, 4)
    return (
      `<path transform="scale(0.1)" d="${pathThrough(places, 10 * width, 10 * height)}" fill="none" stroke="${color}" stroke-width="25" stroke-linejoin="round"/>` +
      `<path d="${[...marks, end].map(mark).join('')}" fill="${color}"/>` +
      letter(name, { face: 'bold', size: 16, x: width + 12, y: at * height + 5 })
    )
  })
  return `${drawFrame(frame)}<g transform="translate(${inner.x} ${inner.y})">
<path d="M0 ${start * height}h${width}" stroke="var(--border-strong)" stroke-width="1.4" stroke-dasharray="6 4"/>
${grid.join('')}${dayNames.join('')}${drawn.join('')}</g>`
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
