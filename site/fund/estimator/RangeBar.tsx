import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { formatDividend } from '../../lib/format.ts'

/** The 80 % range as a line, darker where half of the payments should fall, the estimate as a coin, the latest payment as a flag. */
export function RangeBar({ stock }: { stock: StockResult }) {
  const { low, high, dividend, latest_dividend } = stock
  const at = rangeScale({ low, estimate: dividend, high, latest: latest_dividend })
  const inner = innerRange(stock, at)
  const percent = (place: number) => `${place}%`
  const label =
    `8 of 10 payments should fall between ${formatDividend(low)} and ${formatDividend(high)}; ` +
    `the latest was ${formatDividend(latest_dividend)}`

  return (
    <svg className="range-bar full" role="img" aria-label={label}>
      <line className="range-bar__line" x1="0" x2="100%" y1="20" y2="20" />
      <rect
        className="range-bar__range"
        x={percent(at.low)}
        width={percent(Math.max(1, at.high - at.low))}
        y="13"
        height="14"
        rx="3"
      />
      {inner && (
        <rect
          className="range-bar__middle"
          x={percent(inner.from)}
          width={percent(Math.max(0.5, inner.to - inner.from))}
          y="13"
          height="14"
        />
      )}
      <line className="range-bar__latest" x1={percent(at.latest)} x2={percent(at.latest)} y1="5" y2="35" />
      <circle className="range-bar__estimate" cx={percent(at.estimate)} cy="20" r="7" />
    </svg>
  )
}

/** Range of the middle half of expected payments, drawn darker; null without quantiles or width. */
function innerRange(
  { low, high, quantiles }: StockResult,
  at: RangeScale
): { from: number; to: number } | null {
  const [from, to] = [quantiles?.[2], quantiles?.[4]]
  if (from === undefined || to === undefined || high <= low) return null
  const place = (amount: number) =>
    Math.round((at.low + ((amount - low) / (high - low)) * (at.high - at.low)) * 10) / 10
  return { from: place(from), to: place(to) }
}

/** Positions in percent on a line that shows the range and the latest payment with margins. */
export type RangeScale = { low: number; estimate: number; high: number; latest: number }

const margin = 8

export function rangeScale(amounts: RangeScale): RangeScale {
  const { low, estimate, high, latest } = amounts
  const least = Math.min(low, estimate, latest)
  const span = Math.max(high, estimate, latest) - least
  const percentOf = (amount: number) =>
    span > 0 ? Math.round((margin + ((amount - least) / span) * (100 - 2 * margin)) * 10) / 10 : 50
  return {
    low: percentOf(low),
    estimate: percentOf(estimate),
    high: percentOf(high),
    latest: percentOf(latest)
  }
}
