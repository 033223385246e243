import { compareText } from '../../../admin-api/market-days/days.ts'
import { returnOfCapitalOf } from '../../../admin-api/returns/return-of-capital.ts'
import type { Lot } from '../ledger/take-shares.ts'
import { kindOf } from '../ledger/transaction.ts'
import type { Portfolio } from '../stored-portfolio.ts'
import type { HeldFunds } from './held-fund.ts'
import { type PortfolioPayment, sharesByExDate } from './portfolio-payments.ts'
import { calculateSpan, paymentsWithin, type Span } from './spans.ts'

/** A span's payments, of which those not confirmed count in none of the sums. */
export type Paycheck = ReturnType<typeof calculatePaycheck>
/** A payment and what of it may be spent, in dollars. */
export type PaycheckRow = Paycheck['rows'][number]

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
) {
  const { kinds, taxPercent, withholdingPercent } = settings
  const isTaxable = ({ account }: Lot) => kindOf(kinds, account) === 'taxable'
  const taxableLots = Map.groupBy(lots.filter(isTaxable), ({ symbol }) => symbol)
  const bySymbol = Map.groupBy(paymentsWithin(payments, span), ({ symbol }) => symbol)
  const rows = [...bySymbol].flatMap(([symbol, ofFund]) => {
    const fund = funds.get(symbol)
    if (fund === undefined) return []
    const taxableShares = sharesByExDate(taxableLots.get(symbol) ?? [])
    const needed = fund.reinvestment
    return ofFund.map((payment) => {
      const { exDate, amount, perShare } = payment
      const taxable = taxableShares(exDate) * perShare
      const returned = returnOfCapitalOf(payment, fund.returnOfCapital)?.percent ?? 0
      const income = taxable * (1 - returned / 100)
      const taxes = (income * (taxPercent ?? 0) + taxable * (withholdingPercent ?? 0)) / 100
      const share = needed?.share ?? 1
      const kept = needed && { amount: share * amount, share, isEnough: needed.share !== null }
      return {
        ...payment,
        /** Part in taxable accounts without its return of capital, as far as that is known. */
        income,
        /** Income at the visitor's tax rate, and what is withheld from holders abroad of payments in taxable accounts. */
        taxes,
        /**
         * Part of the payment that had to be reinvested in the past year to keep the value of the fund. `isEnough` is false if
         * all of it was too little. null without a year of closes.
         */
        kept,
        /** Payment less taxes less `kept`; below zero if both take more than was paid. null if `kept` is. */
        left: kept && amount - taxes - kept.amount
      }
    })
  })
  rows.sort((a, b) => compareText(a.payDate, b.payDate) || compareText(a.symbol, b.symbol))
  const counted = rows.filter(({ state }) => state !== 'expected')
  const undecided = counted.filter(({ kept }) => kept === null)
  const total = (figures: typeof rows, figure: (row: (typeof rows)[number]) => number) =>
    figures.reduce((sum, row) => sum + figure(row), 0)
  return {
    ...calculateSpan(span, payments, funds),
    rows,
    taxes: total(counted, ({ taxes }) => taxes),
    kept: total(counted, ({ kept }) => kept?.amount ?? 0),
    /** Payments less taxes of funds without a year of closes: nobody can say what to keep back of them. */
    unknown: {
      symbols: [...new Set(undecided.map(({ symbol }) => symbol))].sort(),
      dollars: total(undecided, ({ amount, taxes }) => amount - taxes)
    },
    /** sum.paid + sum.coming = taxes + kept + unknown.dollars + left. */
    left: total(counted, ({ left }) => left ?? 0)
  }
}
