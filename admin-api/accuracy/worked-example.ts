import type { Kysely } from 'kysely'
import type { WorkedExample, YieldOfPayment } from '../contract/record.ts'
import { findEstimateOfFund } from '../estimates/current-estimates.db.ts'
import type { RecordRow } from '../estimates/estimate-record.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { listScored } from '../estimates/counted-estimates.ts'
import type { PricedPayment } from '../estimator/estimator.ts'
import { toEntry } from './record-entry.ts'
import { toStockOutcome } from '../estimates/stock-outcome.ts'
import { figuresOf } from './accuracy-figures.ts'
import { findExplanation } from './record.db.ts'

const entriesShown = 12

/** A fund that many hold, and whose long record shows every step. */
const usualSymbol = 'MSTY'

/** The current estimate of one fund, taken apart. Null while no fund has an estimate with a record. */
export async function findWorkedExample(
  db: Kysely<Database>,
  record: readonly RecordRow[],
  estimated: readonly string[]
): Promise<WorkedExample | null> {
  const symbol = estimated.includes(usualSymbol) ? usualSymbol : estimated[0]
  const row = symbol === undefined ? undefined : await findEstimateOfFund(db, symbol)
  const outcome = row && toStockOutcome(row)
  if (outcome?.status !== 'estimated') return null
  const { stock } = outcome
  const explanation = await findExplanation(db, stock.symbol)
  const entries = listScored(record, 'replayed')
    .filter((scored) => scored.symbol === stock.symbol)
    .map(toEntry)
  const figures = figuresOf(entries)
  if (explanation === undefined || figures === null) return null
  return {
    // The day the method expects: the operator may have checked the one that is stored, and moved it.
    stock: { ...stock, next_ex_date: explanation.exDate },
    payments: explanation.payments.toReversed().map(withYield),
    rules: explanation.contributions,
    leadingSharePercent: 100 * explanation.leadingShare,
    entries: entries.slice(-entriesShown).toReversed(),
    figures
  }
}

function withYield(payment: PricedPayment): YieldOfPayment {
  const { amount, price } = payment
  return { ...payment, yieldPercent: price === null ? null : (100 * amount) / price }
}
