import type { Kysely } from 'kysely'
import type { ReturnFacts } from '../contract/funds-page.ts'
import { usualPayments } from '../market-days/usual-payments.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import { findFacts } from '../payments/fund-facts.db.ts'
import type { Database } from '../platform/database/schema.ts'

/** Rounded like the fund's data file, so that page and browser calculate the same figures. */
export async function loadReturnFacts(
  db: Kysely<Database>,
  symbol: string
): Promise<Omit<ReturnFacts, 'paymentsAYear'>> {
  const { closes, payments, splits } = (await findFacts(db, symbol)) ?? {
    closes: [],
    payments: [],
    splits: []
  }
  const usual = new Set(usualPayments(payments))
  return {
    closes: closes.map(({ date, close }) => ({ date, close: roundTo(4, close) })),
    payments: payments.map((payment) => ({
      exDate: payment.exDate,
      payDate: payment.payDate,
      amount: roundTo(6, payment.amount),
      isResidual: !usual.has(payment)
    })),
    // An unknown split day is stored as ''.
    splits: splits.map(({ date, old_shares, new_shares }) => ({
      date: date === '' ? null : date,
      oldShares: old_shares,
      newShares: new_shares
    }))
  }
}
