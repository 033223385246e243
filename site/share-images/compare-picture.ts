import type { ComparePicture } from '../../admin-api/contract/pictures.ts'
import { type Comparison, compareFunds } from '../compare/compare-funds.ts'
import { stake } from '../compare/stake.ts'
import { formatCount, formatDay } from '../lib/format.ts'
import { drawGrowth } from '../ui/growth-chart/growth-drawing.ts'
import { lineMark } from '../ui/growth-chart/line-mark.ts'
import { letter, shrinkTo } from './lettering.ts'
import { drawFrame, drawSheet, label } from './sheet.ts'

const left = 64
/** Width of the text beside the frame. */
const leftWidth = 480
const frame = { x: 650, y: 56, right: 1136, bottom: 516 }
const inner = { x: 664, y: 76, width: 458, height: 420 }

/** Draws the value of the stake in each fund of the default comparison. @param host the site's host name */
export function drawComparePicture({ funds }: ComparePicture, host: string): string {
  const comparison = compareFunds(funds, null)
  const heading = 'Compare funds'
  const head = letter(heading, shrinkTo(heading, { face: 'bold', size: 66 }, leftWidth), {
    x: left,
    y: 182,
    fill: 'var(--text)'
  })
  if (comparison === null) return drawSheet(head, { note: 'There are no prices to compare yet', host })
  return drawSheet(head + drawResults(comparison) + drawLines(comparison), {
    note: `To the close of ${formatDay(comparison.to)}`,
    host
  })
}

function drawResults({ funds, from }: Comparison): string {
  const since = `since ${formatDay(from)}, distributions reinvested`
  const rows = funds.map(({ symbol, summary }, i) => {
    const y = 330 + i * 62
    const style = { face: 'bold', size: 44 } as const
    return (
      `<path d="${lineMark(i, { x: left + 14, y: y - 15 }, 10)}" fill="var(--series-${i + 1})"/>` +
      letter(symbol, style, { x: left + 44, y, fill: 'var(--text)' }) +
      letter(`$${formatCount(Math.round(stake * (1 + summary.reinvested)))}`, style, {
        x: left + leftWidth - 40,
        y,
        fill: 'var(--gold-text)',
        anchor: 'end'
      })
    )
  })
  return (
    letter(since, shrinkTo(since, { face: 'text', size: 26 }, leftWidth), {
      x: left,
      y: 226,
      fill: 'var(--text-muted)'
    }) +
    label(`What $${formatCount(stake)} became`, left, 276) +
    rows.join('')
  )
}

/** Draws the page's chart as wide as the frame. */
function drawLines({ funds }: Comparison): string {
  const drawing = drawGrowth(
    funds.map(({ symbol, growth }) => ({
      name: symbol,
      points: growth.map(({ date, reinvested }) => ({ date, value: stake * reinvested }))
    })),
    stake,
    'narrow'
  )
  const scale = Math.min(inner.width / drawing.width, inner.height / drawing.height)
  const x = inner.x + (inner.width - scale * drawing.width) / 2
  const small = { face: 'text', size: 11 } as const
  const grid = drawing.values.map(
    ({ text, at }) =>
      `<path d="M${drawing.left} ${at}H${drawing.right}" stroke="var(--border)" stroke-width="0.6"/>` +
      letter(text, small, { x: drawing.left - 6, y: at + 4, fill: 'var(--text-muted)', anchor: 'end' })
  )
  const days = drawing.days.map(({ text, at }) =>
    letter(text, small, { x: at, y: drawing.bottom + 18, fill: 'var(--text-muted)', anchor: 'middle' })
  )
  const lines = drawing.lines.map(({ path, marks, end, label: at, text }, i) => {
    const color = `var(--series-${i + 1})`
    return (
      `<path d="${path}" fill="none" stroke="${color}" stroke-width="1.8" stroke-linejoin="round"/>` +
      `<path d="${[...marks, end].map((place) => lineMark(i, place, 3)).join('')}" fill="${color}"/>` +
      letter(text, { face: 'bold', size: 12 }, { x: at.x - 2, y: at.y + 4, fill: 'var(--text)' })
    )
  })
  return `${drawFrame(frame.x, frame.y, frame.right, frame.bottom)}<g transform="translate(${x.toFixed(1)} ${inner.y}) scale(${scale.toFixed(3)})">
<path d="M${drawing.left} ${drawing.start}H${drawing.right}" stroke="var(--border-strong)" stroke-width="1" stroke-dasharray="4 3"/>
${grid.join('')}${days.join('')}${lines.join('')}</g>`
}
