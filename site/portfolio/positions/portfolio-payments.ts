import { countUpTo } from '../../../admin-api/market-days/closes.ts'
import { addDays, compareText } from '../../../admin-api/market-days/days.ts'
import { ownByAhead, ownByDay, roll } from '../../../admin-api/market-days/market-calendar.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { type HeldFund, type HeldFunds, isPaid, leastShares } from '../funds/held-fund.ts'
import type { Lot } from '../ledger/take-shares.ts'

/**
 * paid: on or after the pay date. declared: known and ahead. estimated: the next one. projected: a later one, on the
 * fund's path. expected: estimated for a day that has passed, without news.
 */
export type PaymentState = 'paid' | 'declared' | 'estimated' | 'projected' | 'expected'

/** One payment of a fund to all shares held at the close before its ex-date. */
export type PortfolioPayment = {
  symbol: string
  exDate: IsoDay
  /** Shares held at the close of this day get the payment. */
  ownBy: IsoDay
  payDate: IsoDay
  state: PaymentState
  shares: number
  /** Dollars per share on today's share basis. */
  perShare: number
  /** Dollars for all shares. */
  amount: number
  /** 80 % range in dollars; null if the amount is known. */
  range: { low: number; high: number } | null
}

/** Whether a payment is due today or later; unconfirmed ones of past days aren't. */
export function isComing({ state }: Pick<PortfolioPayment, 'state'>): boolean {
  return state !== 'paid' && state !== 'expected'
}

/** Payments by pay date, from the first one to the lots until `until`. */
export function listPortfolioPayments(
  lots: readonly Lot[],
  funds: HeldFunds,
  { today, until }: { today: IsoDay; until: IsoDay }
): PortfolioPayment[] {
  return [...Map.groupBy(lots, ({ symbol }) => symbol)]
    .flatMap(([symbol, ofFund]) => {
      const fund = funds.get(symbol)
      return fund === undefined ? [] : paymentsOf(fund, ofFund, today, until)
    })
    .sort((a, b) => compareText(a.payDate, b.payDate) || compareText(a.symbol, b.symbol))
}

/**
 * Shares that get a payment, by its ex-date: those held at the close of the session before, including
 * shares sold on the ex-date.
 */
export function sharesByExDate(
  lots: readonly Pick<Lot, 'shares' | 'heldFrom' | 'heldUntil'>[]
): (exDate: IsoDay) => number {
  const changes = new Map<IsoDay, number>()
  const change = (day: IsoDay, shares: number) => changes.set(day, (changes.get(day) ?? 0) + shares)
  for (const { shares, heldFrom, heldUntil } of lots) {
    change(heldFrom, shares)
    if (heldUntil !== null) change(heldUntil, -shares)
  }
  let sum = 0
  const sums = [...changes.keys()].sort().map((date) => {
    sum += changes.get(date) ?? 0
    return { date, shares: sum }
  })
  return (exDate) => {
    const held = sums[countUpTo(sums, addDays(exDate, -1)) - 1]?.shares ?? 0
    // Purchases and sales of fractions leave a rounding error.
    return held < leastShares ? 0 : held
  }
}

function paymentsOf(fund: HeldFund, lots: readonly Lot[], today: IsoDay, until: IsoDay): PortfolioPayment[] {
  const sharesFor = sharesByExDate(lots)
  const { symbol } = fund
  const known = fund.payments.map(({ exDate, payDate, amount }): PortfolioPayment => {
    const shares = sharesFor(exDate)
    return {
      symbol,
      exDate,
      ownBy: ownByDay(exDate),
      payDate,
      shares,
      perShare: amount,
      state: isPaid(payDate, fund, today) ? 'paid' : 'declared',
      amount: shares * amount,
      range: null
    }
  })
  const stored = new Set(fund.payments.map(({ exDate }) => exDate))
  const ahead = fund.upcoming.flatMap((payment): PortfolioPayment[] => {
    const { ex_date: exDate, pay_date: payDate, amount: perShare, low, high } = payment
    if (perShare === null || stored.has(exDate) || payDate > until) return []
    const shares = sharesFor(exDate)
    const ownBy = ownByAhead(payment.own_by, payment.ex_date_range, roll(today, 1))
    return [
      {
        symbol,
        exDate,
        ownBy,
        payDate,
        shares,
        perShare,
        state: payDate < today ? 'expected' : payment.state,
        amount: shares * perShare,
        range: low === null || high === null ? null : { low: shares * low, high: shares * high }
      }
    ]
  })
  return [...known, ...ahead].filter(({ shares }) => shares > 0)
}
