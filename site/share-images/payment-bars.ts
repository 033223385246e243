import type { FundPicture } from '../../admin-api/contract/pictures.ts'
import { formatShortDay } from '../lib/format.ts'
import { barSpan } from '../ui/chart/plot.ts'
import { letter } from './lettering.ts'

type Estimate = { exDate: string; dividend: number; low: number; high: number }
type Box = { x: number; y: number; width: number; height: number }

/** Draws payments as bars, oldest first, and the estimate with its range next to them. */
export function drawPaymentBars(
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
  const style = { face: 'text', size: 20 } as const
  return [
    first !== undefined && first !== last
      ? letter(formatShortDay(first), style, { x, y, fill: 'var(--chart-text)' })
      : '',
    last === undefined
      ? ''
      : letter(formatShortDay(last), style, {
          x: x + width,
          y,
          fill: estimate === null ? 'var(--chart-text)' : 'var(--accent-strong)',
          anchor: 'end'
        })
  ].join('')
}
