import type { FleetFunds } from '../../contract/fleet-funds.ts'
import { findShortComing } from '../../estimates/coming-payments.db.ts'
import { findAnswers } from '../../estimates/estimates.db.ts'
import { toStockOutcome } from '../../estimates/stock-outcome.ts'
import { findFormerSymbols } from '../../funds/former-symbols.db.ts'
import { roundTo } from '../../numbers/format-numbers.ts'
import { findNewestCloses, findSplitRows } from '../../payments/fund-facts.db.ts'
import { findPaymentsByFund } from '../../payments/payments.db.ts'
import type { Db } from '../../platform/database/schema.ts'
import { packComing, packPayments } from '../../returns/fleet-funds.ts'

/** Facts of all funds for portfolios, rounded as in the files of the funds, so that both give the same figures. */
export async function loadFleetFunds(db: Db): Promise<FleetFunds> {
  const formerOf = Map.groupBy(await findFormerSymbols(db), ({ present }) => present)
  const paymentsOf = await findPaymentsByFund(db)
  const comingOf = await findShortComing(db)
  const closeOf = await findNewestCloses(db)
  const splitsOf = Map.groupBy(await findSplitRows(db), ({ symbol }) => symbol)
  return {
    funds: (await findAnswers(db)).map((answer) => {
      const { symbol, name, state, as_of } = answer
      const outcome = toStockOutcome(answer)
      const close = closeOf.get(symbol)
      return {
        symbol,
        former_symbols: (formerOf.get(symbol) ?? []).map((former) => former.symbol),
        name,
        state,
        as_of,
        no_estimate: outcome.status === 'estimated' ? null : outcome.message,
        close: close === undefined ? null : { date: close.date, close: roundTo(4, close.close) },
        // In the database an unknown day is ''.
        splits: (splitsOf.get(symbol) ?? []).map(({ date, old_shares, new_shares }) => ({
          date: date === '' ? null : date,
          old_shares,
          new_shares
        })),
        payments: packPayments(
          (paymentsOf.get(symbol) ?? []).map((payment) => ({
            ...payment,
            amount: roundTo(6, payment.amount)
          }))
        ),
        upcoming: packComing(comingOf.get(symbol) ?? [])
      }
    })
  }
}
