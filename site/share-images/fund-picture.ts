import type { FundPicture } from '../../admin-api/contract/fund-page.ts'
import type { StockOutcome, StockResult } from '../../admin-api/contract/stock.ts'
import { rangeScale } from '../fund/estimator/RangeBar.tsx'
import { formatDay, formatDividend, formatShortDay, formatWeekday } from '../lib/format.ts'
import { barSpan } from '../ui/chart/plot.ts'
import { breakLines, letter } from './lettering.ts'
import { drawFrame, drawSheet, inner, label, left, leftWidth } from './sheet.ts'

/** Width of a message, left of the ship. */
const messageWidth = 480

/** Words for a fund without an estimate. */
const states: Record<Exclude<StockOutcome['status'], 'estimated'>, string> = {
  inactive: 'No longer paying',
  'payments-missing': 'Payments missing',
  'not-enough-data': 'No estimate yet',
  closed: 'Closed',
  retired: 'No longer covered'
}

/** @param today YYYY-MM-DD: an earlier ex-date is not called the next one. @param host the site's host name */
export function drawFundPicture(
  { symbol, name, outcome, payments }: FundPicture,
  today: string,
  host: string
): string {
  const subtitle = { face: 'text', size: 30, x: left, y: 246, fill: 'var(--text-muted)' } as const
  const head =
    letter(symbol, { face: 'bold', size: 104, x: left - 4, y: 200 }) +
    letter(name, { ...subtitle, maxWidth: leftWidth })
  const body =
    outcome.status === 'estimated'
      ? drawEstimate(outcome.stock, today)
      : drawState(states[outcome.status], outcome.message)
  const note =
    outcome.status === 'estimated'
      ? `As of ${formatDay(outcome.stock.as_of)}`
      : 'No next payment is estimated'
  return drawSheet(head + body + drawHistory(outcome, payments, today), { note, host })
}

function drawEstimate(stock: StockResult, today: string): string {
  const { dividend, low, high, next_ex_date } = stock
  const figure = { face: 'bold', size: 132, x: left - 6, y: 426, fill: 'var(--gold-text)' } as const
  const range = `80% range ${formatDividend(low)} to ${formatDividend(high)}`
  const named = next_ex_date < today ? 'Last estimate per share' : 'Estimated next payment per share'
  return (
    label(named, left, 312) +
    letter(formatDividend(dividend), figure) +
    letter(range, { face: 'bold', size: 32, x: left, y: 474 }) +
    drawRange(stock)
  )
}

/** Draws the range as a line, the estimate as a coin on it, and the latest payment as a flag. */
function drawRange({ low, high, dividend, latest_dividend }: StockResult): string {
  const [width, y] = [440, 510]
  const at = rangeScale({ low, estimate: dividend, high, latest: latest_dividend })
  const across = (percent: number) => (left + (width * percent) / 100).toFixed(1)
  return `<path d="M${left} ${y}h${width}" stroke="var(--border-strong)" stroke-width="2.5" stroke-dasharray="2 6"/>
<path d="M${across(at.low)} ${y}H${across(Math.max(at.high, at.low + 1))}" stroke="var(--gold)" stroke-width="18"/>
<path d="M${across(at.latest)} ${y - 17}v34" stroke="var(--accent)" stroke-width="4"/>
<circle cx="${across(at.estimate)}" cy="${y}" r="11" fill="var(--gold-text)" stroke="var(--surface-raised)" stroke-width="3"/>`
}

function drawState(state: string, message: string): string {
  const head = { face: 'display', size: 76, x: left, y: 350, fill: 'var(--accent-strong)' } as const
  const style = { face: 'text', size: 26, x: left } as const
  const lines = breakLines(message, style, messageWidth)
  return (
    letter(state, { ...head, maxWidth: leftWidth }) +
    lines.map((line, i) => letter(line, { ...style, y: 396 + i * 33 })).join('')
  )
}

function drawHistory(outcome: StockOutcome, payments: FundPicture['payments'], today: string): string {
  const stock = outcome.status === 'estimated' ? outcome.stock : null
  const day = stock?.next_ex_date ?? payments.at(-1)?.exDate
  const named =
    stock === null ? 'Last ex-date' : stock.next_ex_date < today ? 'Expected ex-date' : 'Next ex-date'
  const estimate = stock && {
    exDate: stock.next_ex_date,
    dividend: stock.dividend,
    low: stock.low,
    high: stock.high
  }
  const said = day === undefined ? 'None on record' : stock === null ? formatDay(day) : formatWeekday(day)
  return (
    drawFrame() +
    label(named, inner.x, 108) +
    letter(said, { face: 'bold', size: 36, x: inner.x, y: 152, maxWidth: inner.width }) +
    drawDeclared(stock?.declared ?? null) +
    (payments.length === 0
      ? ''
      : label(payments.length === 1 ? 'One payment' : `Last ${payments.length} payments`, inner.x, 228) +
        drawPaymentBars(payments, estimate, { ...inner, y: 248, height: 210 }))
  )
}

function drawDeclared(declared: StockResult['declared']): string {
  if (declared === null) return ''
  const text = `Declared: ${formatDividend(declared.amount)} a share`
  return letter(text, { face: 'bold', size: 24, x: inner.x, y: 188, fill: 'var(--positive)' })
}

type Estimate = { exDate: string; dividend: number; low: number; high: number }
type Box = { x: number; y: number; width: number; height: number }

/** Draws payments as bars, oldest first, and the estimate with its range next to them. */
function drawPaymentBars(
  payments: FundPicture['payments'],
  estimate: Estimate | null,
  { x, y, width, height }: Box
): string {
  const highest = Math.max(...payments.map(({ amount }) => amount), estimate?.high ?? 0)
  const slots = payments.length + (estimate === null ? 0 : 1)
  const breadth = Math.min(28, (width * 0.68) / slots)
  const base = y + height
  const heightOf = (amount: number) => (highest > 0 ? (height * amount) / highest : 0)
  const leftOf = (slot: number) => x + width * barSpan(slot, slots, (breadth * slots) / width).start
  const bar = (place: number, amount: number, look: string) =>
    `<rect x="${leftOf(place).toFixed(1)}" y="${(base - heightOf(amount)).toFixed(1)}" width="${breadth.toFixed(1)}" height="${heightOf(amount).toFixed(1)}" ${look}/>`
  const bars = payments.map(({ amount }, i) => bar(i, amount, 'fill="var(--chart-bar)"'))
  if (estimate !== null) {
    const middle = (leftOf(payments.length) + breadth / 2).toFixed(1)
    const [low, high] = [base - heightOf(estimate.low), base - heightOf(estimate.high)].map((at) =>
      at.toFixed(1)
    )
    bars.push(
      bar(
        payments.length,
        estimate.dividend,
        'fill="var(--range-fill)" stroke="var(--accent)" stroke-width="2.5" stroke-dasharray="7 4"'
      ),
      `<path d="M${middle} ${low}V${high}m-8 0h16M${middle} ${low}m-8 0h16" fill="none" stroke="var(--accent)" stroke-width="3"/>`
    )
  }
  const line = `<path d="M${x} ${base}h${width}" stroke="var(--chart-average)" stroke-width="2"/>`
  return bars.join('') + line + drawDays(payments, estimate, { x, y: base + 26, width })
}

/** The first day at the left, the last at the right. */
function drawDays(
  payments: FundPicture['payments'],
  estimate: Estimate | null,
  { x, y, width }: Omit<Box, 'height'>
): string {
  const first = payments.at(0)?.exDate
  const last = estimate?.exDate ?? payments.at(-1)?.exDate
  const style = { face: 'text', size: 20, y } as const
  if (first === undefined || last === undefined) return ''
  const fill = estimate === null ? 'var(--chart-text)' : 'var(--accent-strong)'
  return (
    (first === last ? '' : letter(formatShortDay(first), { ...style, x, fill: 'var(--chart-text)' })) +
    letter(formatShortDay(last), { ...style, x: x + width, fill, anchor: 'end' })
  )
}
