import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { yearOf } from '../../../admin-api/returns/outlook-sums.ts'
import { formatCount, formatDividend, formatMoney } from '../../lib/format.ts'
import { GoalProgress } from '../../ui/GoalProgress.tsx'
import {
  averagePayment,
  type Calculation,
  defaultShares,
  holdingForIncome,
  holdsWhile,
  type IncomeHolding,
  type PeriodUnit,
  treasureGoal
} from './calculator.ts'

type Ready = Extract<Calculation, { status: 'ready' }>

type PayoutProps = {
  calculation: Calculation
  stock: StockResult
  today: string
  /** Shares in the visitor's portfolio; null without any. */
  held: number | null
}

/** Income of the shares. Every row is always present, so nothing moves when figures arrive. */
export function Payout({ calculation, stock, today, held }: PayoutProps) {
  const ready = calculation.status === 'ready' ? calculation : null
  const waiting = calculation.status === 'unavailable' ? 'unavailable' : 'enter shares'
  return (
    <div className="stack gap-4">
      <div className="figure figure--gold" aria-live="polite" aria-atomic="true">
        <p className="label">{stock.next_ex_date < today ? 'Expected payout' : 'Next payout'}</p>
        <p className={`payout__value anywhere ${ready === null ? 'muted no-print' : 'figure__value'}`}>
          {ready === null ? waiting : formatMoney(ready.payout)}
        </p>
        <p className="figure__note">
          {calculation.status === 'enter-shares' && exampleOf(stock, held)}
          {ready !== null &&
            `at ${formatDividend(stock.dividend)} a share; 80% range ${formatMoney(ready.low)} to ${formatMoney(ready.high)}`}
        </p>
      </div>
      <dl className="ledger anywhere">
        <div className="ledger__row">
          <dt>{nameOfYear(stock, ready)}</dt>
          <dd>{ready === null ? '–' : formatMoney(ready.year?.amount ?? ready.yearly)}</dd>
        </div>
        <div className="ledger__row">
          <dt>Compounded, if every payment matches the estimate and buys shares at today’s price</dt>
          <dd>{ready === null || ready.compounded === null ? '–' : formatMoney(ready.compounded)}</dd>
        </div>
      </dl>
      <div className="payout__countdown">
        <p className="label">Buried Treasure Countdown</p>
        <p className="tabular text-2xl strong">{ready === null ? '–' : countdownText(ready.countdown)}</p>
        <GoalProgress fraction={ready === null ? 0 : ready.payout / treasureGoal} />
        <p className="muted text-s">
          to {formatMoney(treasureGoal).replace('.00', '')} in payouts
          {stock.payment_frequency === 13 && ' (one every four weeks, counted as a month)'}
          {ready?.countdown.unit === 'Payments' && ` (${stock.frequency_label.toLowerCase()})`}
        </p>
      </div>
    </div>
  )
}

/** 'In the next 12 months (80%: $610.00 to $1,390.00)'; without an outlook a year of equal payments. */
function nameOfYear({ outlook }: StockResult, ready: Ready | null): string {
  if (yearOf(outlook) === undefined) return 'In a year, if every payment matches the estimate'
  const name = 'In the next 12 months'
  if (ready?.year == null || ready.year.low === ready.year.high) return name
  return `${name} (80%: ${formatMoney(ready.year.low)} to ${formatMoney(ready.year.high)})`
}

/** 'for example, 100 shares: $21.46', or the visitor's own shares. */
function exampleOf({ dividend }: StockResult, held: number | null): string {
  const [lead, shares] = held === null ? ['for example', defaultShares] : ['in My Fleet', held]
  const count = shares.toLocaleString('en-US', { maximumFractionDigits: 4 })
  return `${lead}, ${count} ${shares === 1 ? 'share' : 'shares'}: ${formatMoney(shares * dividend)}`
}

/** What has to be held for a monthly income in dollars, at the estimate and at the low end of its range. */
export function NeededHolding({ income, stock }: { income: number; stock: StockResult }) {
  const average = averagePayment(stock)
  const [expected, low] = [average.amount, average.low].map((amount) =>
    holdingForIncome(income, amount, stock)
  )
  const sharesOf = (holding: IncomeHolding) => countOf(holding.shares, 'share')
  return (
    <div className="stack gap-4">
      <div className="figure figure--gold" aria-live="polite" aria-atomic="true">
        <p className="label">You would need</p>
        <p className={`payout__value anywhere ${expected ? 'figure__value' : 'muted'}`}>
          {expected ? sharesOf(expected) : income > 0 ? 'unavailable' : 'enter dollars'}
        </p>
        <p className="figure__note">
          {expected &&
            `${formatMoney(expected.dollars)} at ${formatMoney(expected.dollars / expected.shares)} a share`}
        </p>
      </div>
      <dl className="ledger anywhere">
        <div className="ledger__row">
          <dt>At the low end of the 80% range</dt>
          <dd>{low ? `${sharesOf(low)}, ${formatMoney(low.dollars)}` : '–'}</dd>
        </div>
      </dl>
      <p className="muted text-s">
        A month is a twelfth of a year’s payments ({stock.frequency_label.toLowerCase()}). Whole shares,
        rounded up. {holdsWhile}
      </p>
    </div>
  )
}

function countdownText({ payments, unit }: { payments: number; unit: PeriodUnit }): string {
  return `${formatCount(payments)} ${payments === 1 ? unit.slice(0, -1) : unit}`
}
