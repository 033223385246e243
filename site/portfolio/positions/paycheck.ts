import { compareText } from '../../../admin-api/market-days/days.ts'
import { roundTo } from '../../../admin-api/numbers/format-numbers.ts'
import { returnOfCapitalOf } from '../../../admin-api/returns/return-of-capital.ts'
import type { HeldFunds } from '../funds/held-fund.ts'
import type { Lot } from '../ledger/take-shares.ts'
import { kindOf } from '../ledger/transaction.ts'
import type { Portfolio } from '../stored-portfolio.ts'
import type { PortfolioPayment } from './portfolio-payments.ts'
import { sharesByExDate } from './shares-held.ts'
import { calculateSpan, paymentsWithin, type Span, type SpanFigures } from './spans.ts'

/** A span's payments, of which those not confirmed count in none of the sums; dollars. */
export type Paycheck = SpanFigures & {
  rows: PaycheckRow[]
  taxes: number
  /** Reinvested to keep the value of the funds. */
  kept: number
  /** Payments less taxes of funds without a year of closes here: nobody can say what to keep back of them. */
  unknown: { symbols: string[]; dollars: number }
  /** sum.paid + sum.coming = taxes + kept + unknown.dollars + left. */
  left: number
}

/** A payment and what of it may be spent, in dollars. */
export type PaycheckRow = PortfolioPayment & {
  /** Part in taxable accounts without its return of capital, as far as that is known. */
  income: number
  /** Income at the visitor's tax rate, and what is withheld from holders abroad of payments in taxable accounts. */
  taxes: number
  /**
   * Part of the payment that had to be reinvested in the past year to keep the value of the fund; null without a year of
   * closes.
   */
  kept: KeptPart | null
  /** Payment less taxes less `kept`; below zero if both take more than was paid. Null if `kept` is. */
  left: number | null
}

/** `share` is 0 to 1 of the payment; `isEnough` is false if all of it was too little. */
type KeptPart = { amount: number; share: number; isEnough: boolean }

export type TaxSettings = Pick<Portfolio, 'kinds' | 'taxPercent' | 'withholdingPercent'>

/**
 * What the payments of a span leave to spend: payment - taxes - reinvestment. Taxes are those that come due for the payment,
 * so reinvesting is paid from what they leave.
 * @param lots that get the payments
 */
export function calculatePaycheck(
  payments: readonly PortfolioPayment[],
  { lots, funds, settings }: { lots: readonly Lot[]; funds: HeldFunds; settings: TaxSettings },
  span: Span
): Paycheck {
  const { kinds, taxPercent, withholdingPercent } = settings
  const isTaxable = ({ account }: { account: string }) => kindOf(kinds, account) === 'taxable'
  const taxableLots = Map.groupBy(lots.filter(isTaxable), ({ symbol }) => symbol)
  const bySymbol = Map.groupBy(paymentsWithin(payments, span), ({ symbol }) => symbol)
  const rows = [...bySymbol].flatMap(([symbol, ofFund]) => {
    const fund = funds.get(symbol)
    if (fund === undefined) return []
    const taxableShares = sharesByExDate(taxableLots.get(symbol) ?? [])
    const needed = fund.reinvestment
    return ofFund.map((payment): PaycheckRow => {
      const { exDate, amount, perShare, booked } = payment
      const taxable =
        booked?.filter(isTaxable).reduce((sum, part) => sum + part.amount, 0) ??
        taxableShares(exDate) * perShare
      const returned = returnOfCapitalOf(payment, fund.returnOfCapital)?.percent ?? 0
      const income = taxable * (1 - returned / 100)
      const taxes = (income * (taxPercent ?? 0) + taxable * (withholdingPercent ?? 0)) / 100
      const kept = needed && keptPart(amount, needed.share)
      return {
        ...payment,
        income,
        taxes,
        kept,
        left: kept && amount - taxes - kept.amount
      }
    })
  })
  rows.sort((a, b) => compareText(a.payDate, b.payDate) || compareText(a.symbol, b.symbol))
  const counted = rows.filter(({ state }) => state !== 'expected')
  const undecided = counted.filter(({ kept }) => kept === null)
  const total = (figures: readonly PaycheckRow[], figure: (row: PaycheckRow) => number) =>
    figures.reduce((sum, row) => sum + figure(row), 0)
  return {
    ...calculateSpan(span, payments, funds),
    rows,
    taxes: total(counted, ({ taxes }) => taxes),
    kept: total(counted, ({ kept }) => kept?.amount ?? 0),
    unknown: {
      symbols: [...new Set(undecided.map(({ symbol }) => symbol))].sort(),
      dollars: total(undecided, ({ amount, taxes }) => amount - taxes)
    },
    left: total(counted, ({ left }) => left ?? 0)
  }
}

/**
 * The difference of the shown figures, which are rounded to cents, as a reader would subtract them. The sums of a paycheck
 * are exact, and may end a cent beside it.
 */
export function leftInCents(payments: readonly number[], takenOff: readonly number[]): number {
  const sum = (figures: readonly number[]) => figures.reduce((all, figure) => all + roundTo(2, figure), 0)
  return roundTo(2, sum(payments) - sum(takenOff))
}

/** @param share part that kept the value, 0 to 1; null if all of it was too little */
function keptPart(amount: number, share: number | null): KeptPart {
  return share === null
    ? { amount, share: 1, isEnough: false }
    : { amount: share * amount, share, isEnough: true }
}
