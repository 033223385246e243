import type { WeekFigures, WeekPicture } from '../../admin-api/contract/weeks.ts'
import { formatStakes } from '../calendar/weeks/format-week.ts'
import { formatMoney, formatWeek } from '../lib/format.ts'
import { letter } from './lettering.ts'
import { drawFrame, drawSheet, inner, label, left, leftWidth } from './sheet.ts'

/** @param host the site's host name */
export function drawWeekPicture({ thursday, figures, families }: WeekPicture, host: string): string {
  const heading = formatWeek(thursday)
  const head =
    letter(heading, { face: 'bold', size: 66, x: left, y: 182, maxWidth: leftWidth }) +
    letter('Distributions estimated and paid', {
      face: 'text',
      size: 30,
      x: left,
      y: 228,
      fill: 'var(--text-muted)'
    })
  const body =
    figures === null
      ? letter('No payment could be estimated', { face: 'bold', size: 38, x: left, y: 370 })
      : drawResult(figures) + drawStake(figures)
  return drawSheet(head + body + drawFamilies(families), { note: 'Weekly report', host })
}

function drawResult({ inRange, payments }: WeekFigures): string {
  const count = { face: 'bold', size: 116, x: left - 4, y: 394, fill: 'var(--gold-text)' } as const
  return (
    label('Payments inside our range', left, 292) +
    letter(`${inRange} of ${payments}`, { ...count, maxWidth: leftWidth })
  )
}

function drawStake({ stake }: WeekFigures): string {
  const brought = `brought ${formatMoney(stake.paid)}; expected ${formatMoney(stake.expected)}`
  return (
    letter(formatStakes(stake.funds), { face: 'text', size: 28, x: left, y: 488 }) +
    letter(brought, { face: 'bold', size: 28, x: left, y: 524 })
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
    const count = { face: 'bold', size: 24, x: inner.x + inner.width, y, anchor: 'end' } as const
    return (
      letter(family, { face: 'text', size: 24, x: inner.x, y, maxWidth: nameWidth }) +
      letter(`${inRange} of ${payments}`, count) +
      `<rect x="${inner.x}" y="${y + 10}" width="${inner.width}" height="16" rx="3" fill="var(--surface-sunken)"/>
<rect x="${inner.x}" y="${y + 10}" width="${((inner.width * inRange) / payments).toFixed(1)}" height="16" rx="3" fill="var(--chart-bar)"/>`
    )
  })
  const named = families.length === 0 ? 'No estimates' : 'In range by family'
  return drawFrame() + label(named, inner.x, 108) + rows.join('')
}
