import type { HubModel, HubOrigin } from '../../contract/record-hub.ts'
import { findRecord, type ScoredRow } from '../../estimates/estimate-record.db.ts'
import { quantilesOfRow } from '../../estimates/frozen-rows.ts'
import { roundTo } from '../../numbers/format-numbers.ts'
import { findHistories } from '../../payments/fund-histories.db.ts'
import type { Db } from '../../platform/database/schema.ts'
import { cacheUntilFiguresChange } from '../../publishing/figures-revision.db.ts'
import { listScored } from '../../signed-record/counted-estimates.ts'
import { type BaselineName, baselineOf, type CountedPayment, countedPayments } from '../counted-payments.ts'
import { ratioToFrozen } from '../record-entry.ts'

/** A forecast of one payment, dollars a share. */
export type HubForecast = {
  amount: number
  /** At quantileLevels; null for estimates of methods before 6, and for rules without a price. */
  quantiles: readonly number[] | null
}

/** A payment that an estimate was made for, with all forecasts of it, on the share basis of the estimate. */
export type HubTask = {
  origin: HubOrigin
  symbol: string
  /** The actual one. */
  exDate: string
  actual: number
  /** The payment on today's share basis. */
  paidToday: number
  forecasts: Partial<Record<HubModel, HubForecast>>
}

/** Scored estimates that count, as /accuracy counts them, oldest first, live ones before backtested ones. */
export const findHubTasks: (db: Db) => Promise<readonly HubTask[]> = cacheUntilFiguresChange(async (db) => {
  const record = await findRecord(db)
  const rulesOf = new Map<string, RuleParts>()
  for (const history of await findHistories(db))
    for (const payment of countedPayments(history))
      rulesOf.set(`${payment.symbol} ${payment.exDate}`, { payment, family: history.family })
  const tasksOf = (origin: ScoredRow['origin']) =>
    listScored(record, origin).map((row) => toTask(row, rulesOf.get(`${row.symbol} ${row.paid_ex_date}`)))
  return [...tasksOf('live'), ...tasksOf('replayed')]
})

/** A payment that counts in comparisons, and the family of its fund. */
type RuleParts = { payment: CountedPayment; family: string }

function toTask(row: ScoredRow, rules: RuleParts | undefined): HubTask {
  const { symbol, paid_ex_date: exDate, amount, actual, paid_amount } = row
  return {
    origin: row.origin === 'live' ? 'live' : 'backtested',
    symbol,
    exDate,
    actual,
    paidToday: paid_amount ?? actual,
    forecasts: {
      'doubloon-estimate': { amount, quantiles: quantilesOfRow(row) },
      ...(rules && applyRules(rules, ratioToFrozen(actual, paid_amount)))
    }
  }
}

/** Forecasts of the simple rules. `ratio`: see ratioToFrozen. The last yield is only there for families measured against it. */
function applyRules({ payment, family }: RuleParts, ratio: number): HubTask['forecasts'] {
  const { lastAmount, baselines } = payment
  // /accuracy counts the amount as it was paid, also for a period of another length.
  const toLastAmount = baselines && baselines['last-amount'] > 0 ? lastAmount / baselines['last-amount'] : 1
  const spread = (name: BaselineName, factor = 1) =>
    payment
      .baselineQuantiles?.(name)
      .map((quantile) => roundTo(quantileDecimals, quantile * factor * ratio)) ?? null
  const forecast = (name: BaselineName): HubForecast | undefined =>
    baselines && { amount: baselines[name] * ratio, quantiles: spread(name) }
  const median = forecast('median-of-four')
  const ewma = forecast('ewma-yield')
  const lastYield = baselineOf(family) === 'last-yield' ? forecast('last-yield') : undefined
  return {
    'rule-lastamount': { amount: lastAmount * ratio, quantiles: spread('last-amount', toLastAmount) },
    ...(median && { 'rule-medianoffour': median }),
    ...(ewma && { 'rule-ewmayield': ewma }),
    ...(lastYield && { 'rule-lastyield': lastYield })
  }
}

/** Keeps files small, and moves no mean score by a tenth of its last printed digit. */
const quantileDecimals = 8
