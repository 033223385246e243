import { compareText } from '../../../admin-api/market-days/days.ts'
import { ownByAhead, ownByDay, roll } from '../../../admin-api/market-days/market-calendar.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { type HeldFund, type HeldFunds, isPaid, type OwnPayment } from '../funds/held-fund.ts'
import type { Lot } from '../ledger/take-shares.ts'
import { sharesByExDate } from './shares-held.ts'

/**
 * paid: on or after the pay date. declared: known and ahead. estimated: the next one. projected: a later one, on the
 * fund's path. expected: estimated for a day that has passed, without news.
 */
export type PaymentState = 'paid' | 'declared' | 'estimated' | 'projected' | 'expected'

/**
 * One payment of a fund to all shares held at the close before its ex-date. Of a holding that the site doesn't cover, what
 * the broker booked on a day and what is expected by it; its ex-dates aren't known and are the pay dates.
 */
export type PortfolioPayment = {
  symbol: string
  /** Whether it is of a holding that the site doesn't cover. */
  isOwn: boolean
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
  /** Parts by account, if it was booked by brokers. */
  booked?: readonly OwnPayment[]
  /** 80 % range in dollars; null if the amount is known, or for own holdings with too few payments. */
  range: { low: number; high: number } | null
}

/** Whether a payment is due today or later; unconfirmed ones of past days aren't. */
export function isComing({ state }: Pick<PortfolioPayment, 'state'>): boolean {
  return state !== 'paid' && state !== 'expected'
}

type PaymentSpan = {
  today: IsoDay
  until: IsoDay
  /** Whether what an account booked of holdings that the site doesn't cover is listed; none by default. */
  isBookedIn?: (account: string) => boolean
}

/** Payments by pay date, from the first one to the lots until `until`. */
export function listPortfolioPayments(
  lots: readonly Lot[],
  funds: HeldFunds,
  { today, until, isBookedIn }: PaymentSpan
): PortfolioPayment[] {
  const ofLots = [...Map.groupBy(lots, ({ symbol }) => symbol)].flatMap(([symbol, ofFund]) => {
    const fund = funds.get(symbol)
    return fund === undefined ? [] : paymentsOf(fund, ofFund, today, until)
  })
  const booked = isBookedIn === undefined ? [] : listBooked(funds, isBookedIn)
  return [...booked, ...ofLots].sort(
    (a, b) => compareText(a.payDate, b.payDate) || compareText(a.symbol, b.symbol)
  )
}

/** Payments that brokers booked of holdings that the site doesn't cover, one a day. */
function listBooked(funds: HeldFunds, isBookedIn: (account: string) => boolean): PortfolioPayment[] {
  return [...funds.values()].flatMap(({ symbol, own }) => {
    const shown = own?.payments.filter(({ account }) => isBookedIn(account)) ?? []
    return [...Map.groupBy(shown, ({ payDate }) => payDate)].map(([payDate, parts]): PortfolioPayment => {
      const shares = parts.reduce((sum, part) => sum + part.shares, 0)
      const amount = parts.reduce((sum, part) => sum + part.amount, 0)
      return {
        symbol,
        isOwn: true,
        exDate: payDate,
        ownBy: payDate,
        payDate,
        state: 'paid',
        shares,
        perShare: shares > 0 ? amount / shares : 0,
        amount,
        booked: parts,
        range: null
      }
    })
  })
}

function paymentsOf(fund: HeldFund, lots: readonly Lot[], today: IsoDay, until: IsoDay): PortfolioPayment[] {
  const sharesFor = sharesByExDate(lots)
  const { symbol } = fund
  const known = fund.payments.map(({ exDate, payDate, amount }): PortfolioPayment => {
    const shares = sharesFor(exDate)
    return {
      symbol,
      isOwn: false,
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
  const nextSession = roll(today, 1)
  const stored = new Set(fund.payments.map(({ exDate }) => exDate))
  const ahead = fund.upcoming.flatMap((payment): PortfolioPayment[] => {
    const { ex_date: exDate, pay_date: payDate, amount: perShare, low, high } = payment
    if (perShare === null || stored.has(exDate) || payDate > until) return []
    const shares = sharesFor(exDate)
    const ownBy = ownByAhead(payment.own_by, payment.ex_date_range, nextSession)
    return [
      {
        symbol,
        isOwn: fund.own !== undefined,
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
