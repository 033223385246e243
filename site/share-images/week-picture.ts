import type { WeekPicture } from '../../admin-api/calendar/weeks/load-weeks.ts'
import type { WeekFigures } from '../../admin-api/calendar/weeks/week-entries.ts'
import { formatStakes } from '../calendar/weeks/format-week.ts'
import { formatMoney, formatWeek } from '../lib/format.ts'
import { letter, shrinkTo } from './lettering.ts'
import { drawFrame, drawSheet, label } from './sheet.ts'

const left = 64
/** Width of the text next to the frame. */
const leftWidth = 590
const frame = { x: 700, y: 56, right: 1136, bottom: 516 }
const inner = { x: 732, width: 372 }

/** @param host the site's host name */
export function drawWeekPicture({ thursday, figures, families }: WeekPicture, host: string): string {
  const heading = formatWeek(thursday)
  const head =
    letter(heading, shrinkTo(heading, { face: 'bold', size: 66 }, leftWidth), {
      x: left,
      y: 182,
      fill: 'var(--text)'
    }) +
    letter(
      'Distributions estimated and paid',
      { face: 'text', size: 30 },
      { x: left, y: 228, fill: 'var(--text-muted)' }
    )
  const body =
    figures === null
      ? letter(
          'No payment could be estimated',
          { face: 'bold', size: 38 },
          { x: left, y: 370, fill: 'var(--text)' }
        )
      : drawResult(figures) + drawStake(figures)
  return drawSheet(head + body + drawFamilies(families), { note: 'Weekly report', host })
}

function drawResult({ inRange, payments }: WeekFigures): string {
  const count = `${inRange} of ${payments}`
  const style = { face: 'bold', size: 116 } as const
  return (
    label('Payments inside our range', left, 292) +
    letter(count, shrinkTo(count, style, leftWidth), { x: left - 4, y: 394, fill: 'var(--gold-text)' })
  )
}

function drawStake({ stake }: WeekFigures): string {
  const style = { face: 'text', size: 28 } as const
  const brought = `brought ${formatMoney(stake.paid)}; expected ${formatMoney(stake.expected)}`
  return (
    letter(formatStakes(stake.funds), style, { x: left, y: 488, fill: 'var(--text)' }) +
    letter(brought, { ...style, face: 'bold' }, { x: left, y: 524, fill: 'var(--text)' })
  )
}

/** Bars that fit below each other, and their distance. */
const [maxBars, barStep] = [7, 54]
/** Width of a family's name next to its count. */
const nameWidth = 270

/** The families with most payments, in display order. */
function largestOf(families: WeekPicture['families']): WeekPicture['families'] {
  const bySize = families.toSorted((a, b) => b.figures.payments - a.figures.payments)
  const shown = new Set(bySize.slice(0, maxBars))
  return families.filter((family) => shown.has(family))
}

/** Draws one bar per family: the part inside the range is gold, the rest is empty. */
function drawFamilies(families: WeekPicture['families']): string {
  const rows = largestOf(families).map(({ name: family, figures: { inRange, payments } }, i) => {
    const y = 150 + i * barStep
    const name = { face: 'text', size: 24 } as const
    return (
      letter(family, shrinkTo(family, name, nameWidth), { x: inner.x, y, fill: 'var(--text)' }) +
      letter(
        `${inRange} of ${payments}`,
        { face: 'bold', size: 24 },
        { x: inner.x + inner.width, y, fill: 'var(--text)', anchor: 'end' }
      ) +
      `<rect x="${inner.x}" y="${y + 10}" width="${inner.width}" height="16" rx="3" fill="var(--surface-sunken)"/>
<rect x="${inner.x}" y="${y + 10}" width="${((inner.width * inRange) / payments).toFixed(1)}" height="16" rx="3" fill="var(--chart-bar)"/>`
    )
  })
  const named = families.length === 0 ? 'No estimates' : 'In range by family'
  return drawFrame(frame.x, frame.y, frame.right, frame.bottom) + label(named, inner.x, 108) + rows.join('')
}
