import { addDays, addMonths, compareText } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import {
  type Distribution,
  type HeldFund,
  type HeldFunds,
  leastShares,
  listDistributions
} from '../funds/held-fund.ts'
import type { Ledger } from '../ledger/reduce-ledger.ts'
import type { Lot } from '../ledger/take-shares.ts'
import { type AccountKind, kindOf, type Transaction } from '../ledger/transaction.ts'
import { listPortfolioPayments } from '../positions/portfolio-payments.ts'
import { sharesByExDate } from '../positions/shares-held.ts'
import type { DividendParts } from '../stored-portfolio.ts'
import { ownYears } from './own-years.ts'

/** Figures of one calendar year in taxable accounts, in dollars. Payments count in the year of their `taxDay`. */
export type TaxYear = {
  year: string
  payments: number
  /** Rest of the payments whose return of capital is known or estimated. */
  income: number
  /** Return of capital by final figures, by 19a notices that may change, and estimated from an earlier year's figure. */
  finalRoc: number
  noticedRoc: number
  carriedRoc: number
  /** Payments of which nothing is known: income, return of capital or both. They lower no cost basis. */
  unknown: number
  /** Tax that the broker withheld, from transactions. */
  withheld: number
  /** Gains on sales and on return of capital beyond a cost basis of zero. */
  shortTerm: number
  longTerm: number
  /** Number of sales without a known cost or price. */
  unknownSales: number
  /** Number of sales at a loss with a purchase of the same fund within 30 days, in any account. */
  washSales: number
}

export const emptyYear: Readonly<Omit<TaxYear, 'year'>> = {
  payments: 0,
  income: 0,
  finalRoc: 0,
  noticedRoc: 0,
  carriedRoc: 0,
  unknown: 0,
  withheld: 0,
  shortTerm: 0,
  longTerm: 0,
  unknownSales: 0,
  washSales: 0
}

/** A reinvestment that would defer a loss already taken. */
type ComingWashSale = {
  symbol: string
  soldOn: IsoDay
  reinvestedOn: IsoDay
  /** First day on which a purchase defers nothing. */
  freeFrom: IsoDay
}

export type TaxFigures = {
  /** Newest first. */
  years: TaxYear[]
  comingWashSales: ComingWashSale[]
  /** Cost, adjusted cost and value of shares still held with a known cost, in dollars. */
  cost: number
  adjustedCost: number
  value: number
}

/**
 * A loss is deferred as far as the same fund was bought within 30 days before or after: 26 USC 1091(a). A purchase in
 * an IRA counts: Revenue Ruling 2008-5.
 */
const washSaleDays = 30
/** A fund is taken to be still reinvested if it was so many days before the sale; covers quarterly payments. */
const reinvestedDays = 100
/** Dollars; less is a rounding error of a sale without gain or loss. */
const leastLoss = 0.005

type TaxInput = {
  ledger: Pick<Ledger, 'lots' | 'excess'>
  transactions: readonly Transaction[]
  kinds: readonly AccountKind[] | undefined
  /** Funds by the symbol that was entered, and by their current one. */
  funds: HeldFunds
  today: IsoDay
  /** Entered parts of the payments of own holdings. */
  parts?: readonly DividendParts[] | undefined
}

/**
 * Income, return of capital and gains of taxable accounts by year. Wash sales are counted across all accounts; their
 * effect isn't calculated. Sources: 26 USC 301(c), 852(b)(7) and 1091.
 */
export function calculateTax({ ledger, transactions, kinds, funds, today, parts }: TaxInput): TaxFigures {
  const years = new Map<string, TaxYear>()
  const yearOf = (day: IsoDay): TaxYear => {
    const year = day.slice(0, 4)
    const figures = years.get(year) ?? { year, ...emptyYear }
    years.set(year, figures)
    return figures
  }
  const isTaxable = ({ account }: { account: string }) => kindOf(kinds, account) === 'taxable'
  const gain = (acquiredOn: IsoDay, day: IsoDay, amount: number) => {
    yearOf(day)[isLongTerm(acquiredOn, day) ? 'longTerm' : 'shortTerm'] += amount
  }
  const comingWashSales: ComingWashSale[] = []
  let [cost, adjustedCost, value] = [0, 0, 0]
  for (const [symbol, ofFund] of Map.groupBy(ledger.lots, (lot) => lot.symbol)) {
    const fund = funds.get(symbol)
    if (fund === undefined) continue
    const taxable = ofFund.filter(isTaxable)
    addPayments(taxable, fund, today, yearOf)
    const close = fund.closes.at(-1)?.close
    for (const { shares, acquiredOn, heldUntil, sale, taxCost, basis } of taxable) {
      if (sale !== null && heldUntil !== null) {
        if (sale.proceeds === null || basis === null) yearOf(heldUntil).unknownSales += 1
        else gain(acquiredOn, heldUntil, sale.proceeds - basis)
      } else if (heldUntil === null && basis !== null && close !== undefined) {
        cost += taxCost ?? 0
        adjustedCost += basis
        value += shares * close
      }
    }
    const losses = taxable.filter(isLoss).sort((a, b) => compareText(a.heldUntil, b.heldUntil))
    for (const day of listWashSales(losses, ofFund)) yearOf(day).washSales += 1
    const coming = findComingWashSale(losses, ofFund, fund, today)
    if (coming !== null) comingWashSales.push(coming)
  }
  for (const one of ownYears(funds, parts))
    if (isTaxable(one)) {
      const year = yearOf(`${one.year}-12-31`)
      year.payments += one.payments
      year.finalRoc += one.roc ?? 0
      year[one.roc === null ? 'unknown' : 'income'] += one.payments - (one.roc ?? 0)
    }
  for (const { acquiredOn, day, amount } of ledger.excess.filter(isTaxable)) gain(acquiredOn, day, amount)
  // The payments of other funds aren't in the table, so neither is the tax on them.
  for (const one of transactions)
    if (one.type === 'withheld' && isTaxable(one) && funds.has(one.symbol))
      yearOf(one.date).withheld += one.amount
  return {
    years: [...years.values()].sort((a, b) => compareText(b.year, a.year)),
    comingWashSales,
    cost,
    adjustedCost,
    value
  }
}

const rocFields = {
  final: 'finalRoc',
  '19a': 'noticedRoc',
  carried: 'carriedRoc'
} as const satisfies Record<NonNullable<Distribution['roc']>['from'], keyof TaxYear>

/** Return of capital of a year, however it is known. */
export function rocOf({ finalRoc, noticedRoc, carriedRoc }: TaxYear): number {
  return finalRoc + noticedRoc + carriedRoc
}

/** Payments of a fund to these lots in one tax year. */
export function paymentsInYear(lots: readonly Lot[], fund: HeldFund, today: IsoDay, year: string): TaxYear {
  const figures = { year, ...emptyYear }
  addPayments(lots, fund, today, (day) => (day.startsWith(year) ? figures : null))
  return figures
}

function addPayments(
  lots: readonly Lot[],
  fund: HeldFund,
  today: IsoDay,
  yearOf: (day: IsoDay) => TaxYear | null
): void {
  const sharesFor = sharesByExDate(lots)
  for (const { exDate, taxDay, amount, roc } of listDistributions(fund, today)) {
    const shares = sharesFor(exDate)
    const year = shares * amount === 0 ? null : yearOf(taxDay)
    if (year === null) continue
    year.payments += shares * amount
    if (roc === null) year.unknown += shares * amount
    else {
      year.income += shares * amount - shares * roc.amount
      year[rocFields[roc.from]] += shares * roc.amount
    }
  }
}

/**
 * Held for more than a year: the day after the purchase begins the count, which a purchase on the last day of a month
 * moves to the first day of the next. Source: 26 USC 1222, Revenue Ruling 66-7.
 */
function isLongTerm(acquiredOn: IsoDay, soldOn: IsoDay): boolean {
  return soldOn > addMonths(acquiredOn, 12) && soldOn >= addMonths(addDays(acquiredOn, 1), 12)
}

type SoldLot = Lot & { heldUntil: IsoDay; sale: NonNullable<Lot['sale']> }

function isLoss(lot: Lot): lot is SoldLot {
  const { heldUntil, sale, basis } = lot
  return heldUntil !== null && sale?.proceeds != null && basis !== null && basis - sale.proceeds > leastLoss
}

/**
 * Days of sales whose loss may have to be deferred. Each bought share replaces one sold at a loss, both in order; shares
 * sold by then replace nothing: 26 CFR 1.1091-1(b) to (e). Neither does the rest of the purchase sold: Revenue Ruling
 * 56-602.
 */
function listWashSales(losses: readonly SoldLot[], ofFund: readonly Lot[]): IsoDay[] {
  const sales = new Map<string, IsoDay>()
  // Moved shares continue in another lot.
  const bought = ofFund
    .filter(({ isPurchase, heldUntil, sale }) => isPurchase && (heldUntil === null || sale !== null))
    .map(({ id, shares, boughtOn, heldUntil }) => ({ id, shares, boughtOn, heldUntil }))
    .sort((a, b) => compareText(a.boughtOn, b.boughtOn))
  for (const { id, shares, heldUntil: soldOn, sale } of losses) {
    const [from, to] = [addDays(soldOn, -washSaleDays), addDays(soldOn, washSaleDays)]
    let left = shares
    for (const lot of bought) {
      const isHeld = lot.heldUntil === null || lot.heldUntil > soldOn
      if (lot.id === id || lot.boughtOn < from || lot.boughtOn > to || !isHeld) continue
      const replaced = Math.min(left, lot.shares)
      lot.shares -= replaced
      left -= replaced
    }
    if (shares - left > leastShares) sales.set(sale.id, soldOn)
  }
  return [...sales.values()]
}

/** The next reinvestment, in any account, within 30 days of the latest loss. */
function findComingWashSale(
  losses: readonly SoldLot[],
  ofFund: readonly Lot[],
  fund: HeldFund,
  today: IsoDay
): ComingWashSale | null {
  const soldOn = losses.at(-1)?.heldUntil
  if (soldOn === undefined || addDays(soldOn, washSaleDays) < today) return null
  const recent = ofFund.filter(
    ({ isReinvested, boughtOn }) => isReinvested && boughtOn > addDays(soldOn, -reinvestedDays)
  )
  const accounts = new Set(recent.map(({ account }) => account))
  const lots = ofFund.filter(({ account }) => accounts.has(account))
  const until = addDays(soldOn, washSaleDays)
  const { symbol } = fund
  const next = listPortfolioPayments(lots, new Map([[symbol, fund]]), { today, until }).find(
    ({ state, payDate }) => state !== 'paid' && payDate >= today && payDate <= until
  )
  return next === undefined
    ? null
    : { symbol, soldOn, reinvestedOn: next.payDate, freeFrom: addDays(until, 1) }
}
