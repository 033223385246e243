import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { formatChance } from '../../accuracy/format-accuracy.ts'
import { formatDividend } from '../../lib/format.ts'

type RangeBarProps = {
  stock: StockResult
  /** Places of past payments in their own ranges, from placesInRanges(); the newest first. */
  past?: readonly number[]
}

/**
 * The 80 % range as a line, darker where half of the payments should fall, the estimate as a coin, the latest payment as a
 * flag. Below it, a dot for each past payment, between the ends of the bar if it was in its own range.
 */
export function RangeBar({ stock, past = [] }: RangeBarProps) {
  const { low, high, dividend, latest_dividend } = stock
  const at = rangeScale({ low, estimate: dividend, high, latest: latest_dividend })
  const inner = innerRange(stock, at)
  const percent = (place: number) => `${place}%`
  const toDot = (place: number, i: number) => (
    <circle key={i} cx={percent(placeOfDot(place, at))} cy="45" r="4" />
  )
  const label =
    `8 of 10 payments should fall between ${formatDividend(low)} and ${formatDividend(high)}; ` +
    `the latest was ${formatDividend(latest_dividend)}` +
    (past.length > 0 ? `; ${countInside(past)} of the last ${past.length} were in their range` : '')

  return (
    <svg
      className={`range-bar full ${past.length > 0 ? 'range-bar--dots' : ''}`}
      role="img"
      aria-label={label}
    >
      <line stroke="var(--border-strong)" strokeDasharray="2 4" x2="100%" y1="20" y2="20" />
      <rect
        fill="var(--range-fill)"
        stroke="var(--border-control)"
        x={percent(at.low)}
        width={percent(Math.max(1, at.high - at.low))}
        y="13"
        height="14"
        rx="3"
      />
      {inner && (
        <rect
          fill="var(--border-control)"
          fillOpacity="0.55"
          x={percent(inner.from)}
          width={percent(Math.max(0.5, inner.to - inner.from))}
          y="13"
          height="14"
        />
      )}
      <line
        stroke="var(--accent)"
        strokeWidth="2"
        x1={percent(at.latest)}
        x2={percent(at.latest)}
        y1="5"
        y2="35"
      />
      <circle
        fill="var(--gold-fill)"
        stroke="var(--text)"
        strokeWidth="1.5"
        cx={percent(at.estimate)}
        cy="20"
        r="7"
      />
      {past.length > 0 &&
        [at.low, at.high].map((edge) => (
          <line
            key={edge}
            stroke="var(--border-control)"
            strokeDasharray="2 3"
            x1={percent(edge)}
            x2={percent(edge)}
            y1="27"
            y2="54"
          />
        ))}
      <g fill="var(--sea-text)" fillOpacity="0.6" stroke="var(--sea-text)" strokeWidth="1.5">
        {past.filter(isInside).map(toDot)}
      </g>
      <g fill="none" stroke="var(--accent)" strokeWidth="1.5">
        {past.filter((place) => !isInside(place)).map(toDot)}
      </g>
    </svg>
  )
}

const isInside = (place: number) => place >= 0 && place <= 1

export const countInside = (past: readonly number[]): number => past.filter(isInside).length

/** Dots outside of the bar stay within the picture. */
function placeOfDot(place: number, at: RangeScale): number {
  const percent = at.low + place * (at.high - at.low)
  return Math.round(10 * Math.min(98.5, Math.max(1.5, percent))) / 10
}

type RangedPayment = { actual: number; low: number; high: number; isInRange: boolean }

/** Place of each payment in its own range: 0 at the low end, 1 at the high end, outside of both if it missed. */
export function placesInRanges(payments: readonly RangedPayment[]): number[] {
  return payments.map(({ actual, low, high, isInRange }) => {
    const width = high - low
    const place = width > 0 ? Math.round((100 * (actual - low)) / width) / 100 : 0.5
    if (isInRange) return Math.min(1, Math.max(0, place))
    // A miss by less than a hundredth of the range still is one.
    return actual < low ? Math.min(place, -0.05) : Math.max(place, 1.05)
  })
}

const changes = {
  same: { name: 'about the same as last time', label: 'About the same' },
  cut: { name: 'a cut of more than 10%', label: 'Cut of more than 10%' },
  raise: { name: 'a raise of more than 10%', label: 'Raise of more than 10%' }
}

/** Chances of a cut and of a raise of more than 10 % against the latest payment, and the same as a bar. */
export function CutOrRaise({ stock: { change_chances: chances } }: { stock: StockResult }) {
  if (chances === null) return null
  const [likely, ...others] = (['same', 'cut', 'raise'] as const).toSorted((a, b) => chances[b] - chances[a])
  if (likely === undefined) return null
  const percent = (share: number) => `${100 * share}%`
  return (
    <div className="above-1 stack gap-1 muted text-s tabular">
      <p>
        {chances[likely] > 0.5 ? 'Likely' : 'Most likely'} {changes[likely].name} (
        <strong translate="no">{formatChance(chances[likely])}</strong>).{' '}
        {others.map((kind) => (
          <span key={kind}>
            {changes[kind].label}: <strong translate="no">{formatChance(chances[kind])}</strong>.{' '}
          </span>
        ))}
      </p>
      <svg className="full" height="8" aria-hidden="true">
        <rect fill="var(--range-fill)" stroke="var(--border-control)" width="100%" height="8" />
        <rect className="negative" fill="currentColor" width={percent(chances.cut)} height="8" />
        <rect
          className="positive"
          fill="currentColor"
          x={percent(1 - chances.raise)}
          width={percent(chances.raise)}
          height="8"
        />
      </svg>
    </div>
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
