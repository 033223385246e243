import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { type CashFlow, xirr } from '../../../admin-api/returns/yearly-rate.ts'
import { type HeldFund, type HeldFunds, isPaid } from '../funds/held-fund.ts'
import { ownPaymentsTo } from '../funds/own-payments.ts'
import type { Lot } from '../ledger/take-shares.ts'
import { sharesByExDate } from './shares-held.ts'

/** Shares still held, on today's share basis. */
export function sharesHeld(lots: readonly Lot[]): number {
  return lots.reduce((sum, lot) => (lot.heldUntil === null ? sum + lot.shares : sum), 0)
}

/** Payments sent to these lots of one fund so far, in dollars by pay date. */
function paymentsTo(lots: readonly Lot[], fund: HeldFund, today: IsoDay): CashFlow[] {
  if (fund.own !== undefined) return ownPaymentsTo(lots, fund.own.payments)
  const sharesFor = sharesByExDate(lots)
  return fund.payments
    .filter(({ payDate }) => isPaid(payDate, fund, today))
    .map(({ exDate, payDate, amount }) => ({ date: payDate, amount: sharesFor(exDate) * amount }))
    .filter(({ amount }) => amount !== 0)
}

/** Dollars of all payments sent to these lots of one fund so far. */
export function receivedBy(lots: readonly Lot[], fund: HeldFund, today: IsoDay): number {
  return paymentsTo(lots, fund, today).reduce((sum, { amount }) => sum + amount, 0)
}

/** Dollars of lots with a known cost and value, except where a field says otherwise. */
export type Holdings = {
  /** Number of purchases, and those whose cost or value is unknown. */
  counted: number
  leftOut: readonly Lot[]
  /** Cost of all purchases, including shares sold since. */
  cost: number
  /** Payments already sent to these shares. Those of shares that left without a sale don't count, like their cost. */
  received: number
  /** Proceeds of sales. */
  sold: number
  /** Market value of the shares still held. */
  value: number
  /** Value plus payments and sales minus cost. */
  gain: number
  /**
   * Gain as a fraction of `cashIn`: the return of the dollars paid in, with every payment counted as cash, like 'Cash
   * kept' of a fund and Total ROI of the rankings. Null if nothing was paid in.
   */
  gainShare: number | null
  /** XIRR as a fraction; null for under 90 days or without a solution. */
  yearlyRate: number | null
  /** Dollars the holder paid in: the cost without reinvested payments. */
  cashIn: number
  /** Dollars the holder got out: sales, and payments that weren't reinvested. Break-even is where it equals `cashIn`. */
  cashOut: number
}

/**
 * Figures of the shares that are, or were sold, in an account; null: in any. They are in dollars, and only of lots with a
 * known cost and value, so that they add up. What they cost and received in another account moves with them, so that the
 * accounts add up, too.
 * @param lots of one or several funds, in all accounts
 */
export function calculateHoldings(
  lots: readonly Lot[],
  funds: HeldFunds,
  today: IsoDay,
  account: string | null = null
): Holdings {
  const isElsewhere = (lot: Lot) => account !== null && lot.account !== account
  const flows = new Map<IsoDay, number>()
  const flow = (date: IsoDay, amount: number) => flows.set(date, (flows.get(date) ?? 0) + amount)
  const leftOut: Lot[] = []
  const sums = { counted: 0, cost: 0, reinvested: 0, received: 0, sold: 0, value: 0 }
  for (const [symbol, ofFund] of Map.groupBy(lots, (lot) => lot.symbol)) {
    const fund = funds.get(symbol)
    const last = fund?.closes.at(-1)
    const isCounted = ({ cost, heldUntil, sale }: Lot) =>
      fund !== undefined &&
      cost !== null &&
      (heldUntil === null ? last !== undefined : sale === null || sale.proceeds !== null)
    const known = ofFund.filter(isCounted)
    leftOut.push(...ofFund.filter((lot) => !isCounted(lot) && !isMoved(lot) && !isElsewhere(lot)))
    for (const lot of known) {
      // Moved shares count in their new lot.
      if (isMoved(lot) || isElsewhere(lot)) continue
      sums.counted += 1
      sums.cost += lot.cost ?? 0
      if (lot.isReinvested) sums.reinvested += lot.cost ?? 0
      flow(lot.boughtOn, -(lot.cost ?? 0))
      if (lot.heldUntil === null) sums.value += lot.shares * (last?.close ?? 0)
      else {
        sums.sold += lot.sale?.proceeds ?? 0
        flow(lot.heldUntil, lot.sale?.proceeds ?? 0)
      }
    }
    // What was booked is known without a price.
    if (fund === undefined || (last === undefined && fund.own === undefined)) continue
    for (const { date, amount } of paymentsTo(withoutLeft(known, isElsewhere), fund, today)) {
      sums.received += amount
      flow(date, amount)
    }
    const open = sharesHeld(known.filter((lot) => !isElsewhere(lot)))
    // The last price of an own holding may be that of its purchase, and still is what it counts as today.
    const valuedOn = fund.own === undefined ? last?.date : today
    if (last !== undefined && valuedOn !== undefined && open > 0) flow(valuedOn, open * last.close)
  }
  const { counted, cost, reinvested, received, sold, value } = sums
  const gain = value + received + sold - cost
  const cashIn = cost - reinvested
  const dated: CashFlow[] = [...flows].map(([date, amount]) => ({ date, amount }))
  return {
    counted,
    leftOut,
    cost,
    received,
    sold,
    value,
    gain,
    gainShare: cashIn > 0 ? gain / cashIn : null,
    yearlyRate: xirr(dated),
    cashIn,
    cashOut: Math.max(0, received - reinvested) + sold
  }
}

/** Whether the shares left the account without a sale: a transfer, a split or a correction. */
function isMoved({ heldUntil, sale }: Lot): boolean {
  return heldUntil !== null && sale === null
}

/** Lots with only those of their moved shares that another lot continues, to the end or a sale, and not elsewhere. */
function withoutLeft(lots: readonly Lot[], isElsewhere: (lot: Lot) => boolean): Lot[] {
  const lotsOf = Map.groupBy(lots, ({ id }) => id)
  const continuedShare = (lot: Lot): number => {
    if (!isMoved(lot)) return isElsewhere(lot) ? 0 : 1
    // A lot that moved on the day it began received nothing, and its shares are those of the next lot.
    const same = (lotsOf.get(lot.id) ?? []).filter((other) => other.heldFrom !== other.heldUntil)
    const next = same.filter(({ heldFrom }) => heldFrom === lot.heldUntil)
    // After a split that only the broker booked, the lot continues in its account with another number of shares.
    const inAccount = next.find(({ account }) => account === lot.account)
    if (inAccount !== undefined) return continuedShare(inAccount)
    const left = same.filter((other) => isMoved(other) && other.heldUntil === lot.heldUntil)
    const arrived = next.reduce((sum, other) => sum + other.shares * continuedShare(other), 0)
    return Math.min(1, arrived / left.reduce((sum, { shares }) => sum + shares, 0))
  }
  return lots
    .filter((lot) => lot.heldFrom !== lot.heldUntil)
    .map((lot) => ({ ...lot, shares: lot.shares * continuedShare(lot) }))
}
