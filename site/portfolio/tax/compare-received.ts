import { formatMoney } from '../../lib/format.ts'
import type { HeldFunds } from '../funds/held-fund.ts'
import type { Lot } from '../ledger/take-shares.ts'
import { type AccountKind, kindOf } from '../ledger/transaction.ts'
import { listPortfolioPayments, type PortfolioPayment } from '../positions/portfolio-payments.ts'
import type { TaxYear } from './tax-figures.ts'

type ReceivedInput = {
  lots: readonly Lot[]
  /** To all lots, as in the table of payments by month. */
  payments: readonly PortfolioPayment[]
  funds: HeldFunds
  kinds: readonly AccountKind[] | undefined
  today: string
}

/** Half a cent; less is a rounding error. */
const least = 0.005

/** Why the payments of a tax year differ from those by month in the same year; null if they don't. */
export function explainReceived(
  { lots, payments, funds, kinds, today }: ReceivedInput,
  { year, payments: taxed }: Pick<TaxYear, 'year' | 'payments'>
): string | null {
  const paidIn = (list: readonly PortfolioPayment[]) =>
    list.reduce(
      (sum, { state, payDate, amount }) =>
        state === 'paid' && payDate.startsWith(year) ? sum + amount : sum,
      0
    )
  const all = paidIn(payments)
  if (Math.abs(all - taxed) < least) return null
  const others = lots.filter(({ account }) => kindOf(kinds, account) !== 'taxable')
  const isBookedIn = (account: string) => kindOf(kinds, account) !== 'taxable'
  const untaxed = paidIn(listPortfolioPayments(others, funds, { today, until: today, isBookedIn }))
  const moved = taxed - (all - untaxed)
  const reasons = [
    untaxed >= least && `${formatMoney(untaxed)} of it in accounts that aren’t taxable`,
    moved <= -least && `${formatMoney(-moved)} of it counts in another tax year`,
    moved >= least && `${formatMoney(moved)} paid in another year counts here`
  ].filter((reason) => reason !== false)
  return `Payments by month have ${formatMoney(all)} for ${year}: ${reasons.join(', ')}.`
}
