import { createHash } from 'node:crypto'
import type { FundWithHistory } from '../payments/fund-histories.db.ts'

/** A digest of all that a fund's pages and data files show of it; another one means that they must be written anew. */
export function digestHistory({
  history,
  name,
  issuer,
  amountsAsPaid,
  dayBases,
  splits
}: FundWithHistory): string {
  const { symbol, family, payments, closes } = history
  const paid = payments.map(({ exDate, payDate, amount }, i) => ({
    symbol,
    ex_date: exDate,
    payment_date: payDate,
    amount,
    amount_as_paid: amountsAsPaid[i]
  }))
  // The keys and their order are part of the digest: changing them would write every page once more.
  return createHash('sha256')
    .update(JSON.stringify([{ symbol, family, name, issuer }, paid, closes, dayBases, splits]))
    .digest('hex')
}
