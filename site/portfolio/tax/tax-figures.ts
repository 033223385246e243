import type { RocOfFund } from '../../../admin-api/contract/return-of-capital.ts'
import { addDays, addMonths } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import type { Lot } from '../ledger/reduce-ledger.ts'
import type { Transaction } from '../ledger/transaction.ts'
import type { HeldFund, HeldFunds } from '../positions/held-fund.ts'
import { isPaid, sharesByExDate } from '../positions/portfolio-payments.ts'

/** Share of a payment that is return of capital, 0 to 1, and its source. */
type RocShare = { share: number; from: 'final' | '19a' }

/** Dollars of one calendar year. Payments count in the year of their pay date. */
export type TaxYear = {
  year: string
  payments: number
  /** Payments less return of capital, as far as that is known. */
  income: number
  /** Return of capital by final figures, and by 19a notices that may change. */
  finalRoc: number
  noticedRoc: number
  /** Payments without a notice or final figure; part of `income`. */
  unknown: number
  /** Gains on sales and on return of capital beyond a cost basis of zero. */
  shortTerm: number
  longTerm: number
  /** Sales without a known cost or price. */
  unknownSales: number
  /** Sales at a loss with a purchase of the same fund within 30 days. */
  washSales: number
  /** Tax that the broker withheld, from transactions. */
  withheld: number
}

export type TaxFigures = {
  /** Newest first. */
  years: TaxYear[]
  /** Cost, adjusted cost and value of shares still held with a known cost, in dollars. */
  cost: number
  adjustedCost: number
  value: number
}

/** A loss is deferred if the same fund was bought within 30 days before or after: Internal Revenue Code, section 1091. */
const washSaleDays = 30

/** The final figure of the year of payment counts as soon as it is known, until then the 19a notice. */
function rocShareOf(
  roc: RocOfFund,
  { exDate, payDate }: { exDate: IsoDay; payDate: IsoDay }
): RocShare | null {
  const final = roc.finals.find(({ year }) => year === payDate.slice(0, 4))
  if (final !== undefined) return { share: final.percent / 100, from: 'final' }
  const notice = roc.notices.find(({ ex_date }) => ex_date === exDate)
  return notice === undefined ? null : { share: notice.percent / 100, from: '19a' }
}

/**
 * Income, return of capital and gains by year. Return of capital lowers the cost of each lot that was paid, never
 * below zero; what exceeds it is a gain of that day. Sources: IRS Publication 550, Internal Revenue Code section
 * 301(c). Wash sales are only counted: their effect isn't calculated.
 */
export function calculateTax(
  lots: readonly Lot[],
  transactions: readonly Transaction[],
  funds: HeldFunds,
  today: IsoDay
): TaxFigures {
  const years = new Map<string, TaxYear>()
  const yearOf = (day: IsoDay): TaxYear => {
    const year = day.slice(0, 4)
    const figures = years.get(year) ?? emptyYear(year)
    years.set(year, figures)
    return figures
  }
  const gain = (lot: Lot, day: IsoDay, amount: number) => {
    if (isLongTerm(lot.boughtOn, day)) yearOf(day).longTerm += amount
    else yearOf(day).shortTerm += amount
  }
  let [cost, adjustedCost, value] = [0, 0, 0]
  for (const [symbol, ofFund] of Map.groupBy(lots, (lot) => lot.symbol)) {
    const fund = funds.get(symbol)
    if (fund === undefined) continue
    addPayments(ofFund, fund, today, yearOf)
    const paid = listRocPayments(fund, today)
    const close = fund.closes.at(-1)?.close
    for (const lot of ofFund) {
      const basis = adjustBasis(lot, paid, (day, excess) => gain(lot, day, excess))
      if (lot.sale !== null && lot.heldUntil !== null) {
        const { proceeds } = lot.sale
        if (proceeds === null || basis === null) yearOf(lot.heldUntil).unknownSales += 1
        else {
          gain(lot, lot.heldUntil, proceeds - basis)
          if (proceeds < basis && isWashSale(lot, ofFund)) yearOf(lot.heldUntil).washSales += 1
        }
      } else if (lot.heldUntil === null && basis !== null && close !== undefined) {
        cost += lot.cost ?? 0
        adjustedCost += basis
        value += lot.shares * close
      }
    }
  }
  for (const one of transactions) if (one.type === 'withheld') yearOf(one.date).withheld += one.amount
  return { years: [...years.values()].sort((a, b) => (a.year < b.year ? 1 : -1)), cost, adjustedCost, value }
}

function addPayments(
  lots: readonly Lot[],
  fund: HeldFund,
  today: IsoDay,
  yearOf: (day: IsoDay) => TaxYear
): void {
  const sharesFor = sharesByExDate(lots)
  for (const payment of fund.payments) {
    if (!isPaid(payment.payDate, fund, today)) continue
    const amount = sharesFor(payment.exDate) * payment.amount
    if (amount === 0) continue
    const year = yearOf(payment.payDate)
    const roc = rocShareOf(fund.returnOfCapital, payment)
    const returned = amount * (roc?.share ?? 0)
    year.payments += amount
    year.income += amount - returned
    if (roc === null) year.unknown += amount
    else if (roc.from === 'final') year.finalRoc += returned
    else year.noticedRoc += returned
  }
}

/** Return of capital per share, by ex-date ascending. */
type RocPayment = { exDate: IsoDay; payDate: IsoDay; perShare: number }

function listRocPayments(fund: HeldFund, today: IsoDay): RocPayment[] {
  return fund.payments.flatMap((payment) => {
    const roc = isPaid(payment.payDate, fund, today) ? rocShareOf(fund.returnOfCapital, payment) : null
    const perShare = payment.amount * (roc?.share ?? 0)
    return perShare === 0 ? [] : [{ exDate: payment.exDate, payDate: payment.payDate, perShare }]
  })
}

/** Cost of a lot less its return of capital; null if the cost is unknown. `onExcess` gets what a basis of zero can't absorb. */
function adjustBasis(
  lot: Lot,
  payments: readonly RocPayment[],
  onExcess: (day: IsoDay, amount: number) => void
): number | null {
  if (lot.cost === null) return null
  let basis = lot.cost
  for (const { exDate, payDate, perShare } of payments) {
    if (exDate <= lot.basisFrom || (lot.heldUntil !== null && exDate > lot.heldUntil)) continue
    const returned = lot.shares * perShare
    // Payments before a transfer lowered the basis there; their excess was counted there too.
    if (returned > basis && exDate > lot.heldFrom) onExcess(payDate, returned - basis)
    basis = Math.max(0, basis - returned)
  }
  return basis
}

/** Held for more than a year: the day after the purchase begins the count. */
function isLongTerm(boughtOn: IsoDay, soldOn: IsoDay): boolean {
  return soldOn > addMonths(boughtOn, 12)
}

function isWashSale({ id, heldUntil }: Lot, ofFund: readonly Lot[]): boolean {
  if (heldUntil === null) return false
  const [from, to] = [addDays(heldUntil, -washSaleDays), addDays(heldUntil, washSaleDays)]
  return ofFund.some((other) => other.id !== id && other.boughtOn >= from && other.boughtOn <= to)
}

function emptyYear(year: string): TaxYear {
  return {
    ...{ year, payments: 0, income: 0, finalRoc: 0, noticedRoc: 0, unknown: 0 },
    ...{ shortTerm: 0, longTerm: 0, unknownSales: 0, washSales: 0, withheld: 0 }
  }
}
