import type { Kysely } from 'kysely'
import type { PricedPayment, RuleSay, WorkedExample } from '../../contract/record.ts'
import { listScored } from '../../db/counted-estimates.ts'
import type { RecordRow } from '../../db/estimate-record.db.ts'
import type { Database } from '../../db/schema.ts'
import { findStockOutcome } from '../../db/stock-result.ts'
import { roundTo } from '../../db/wire-format.ts'
import { closeAt } from '../../estimator/history/closes.ts'
import { usualPayments } from '../../estimator/history/fund-memory.ts'
import { rules } from '../../estimator/rules/table.ts'
import { readFrequency } from '../../estimator/schedule/cadence.ts'
import { addSessions } from '../../estimator/schedule/market-calendar.ts'
import { nextExDate } from '../../estimator/schedule/next-dates.ts'
import type { FundHistory } from '../../estimator/types.ts'
import { type Forecast, sessionsAhead, walk } from '../../estimator/walk.ts'
import { figuresOf } from './accuracy-figures.ts'
import { toEntry } from './counted-estimates.ts'
import { findHistories } from './record.db.ts'

const paymentsShown = 6
const entriesShown = 12

/** A fund that many hold, and whose long record shows every step. */
const usualSymbol = 'MSTY'

/**
 * The current estimate of one fund, taken apart. The walk is made again, because only its answer is stored, not
 * what every rule said on the way. Null while no fund has an estimate with a record.
 */
export async function findWorkedExample(
  db: Kysely<Database>,
  record: readonly RecordRow[],
  estimated: readonly string[]
): Promise<WorkedExample | null> {
  const symbol = estimated.includes(usualSymbol) ? usualSymbol : estimated[0]
  const outcome = symbol === undefined ? null : await findStockOutcome(db, symbol)
  if (outcome?.status !== 'estimated') return null
  const { stock } = outcome
  const histories = await findHistories(db, stock.as_of)
  const fund = histories.find((history) => history.symbol === stock.symbol)
  const entries = listScored(record, 'replayed')
    .filter((row) => row.symbol === stock.symbol)
    .map(toEntry)
  const figures = figuresOf(entries)
  if (fund === undefined || figures === null) return null
  // The day the method expected: the operator may have checked and moved the one that is shown.
  const exDate = expectedExDate(fund, stock.as_of)
  const forecast = askAgain(histories, fund, exDate, stock.as_of)
  return {
    stock: { ...stock, next_ex_date: exDate },
    payments: fund.payments
      .slice(-paymentsShown)
      .toReversed()
      .map((payment) => pricePayment(fund, payment)),
    rules: forecast === undefined ? [] : listRules(forecast),
    leadingSharePercent: forecast === undefined ? 0 : 100 * forecast.chosen.share,
    entries: entries.slice(-entriesShown).toReversed(),
    figures
  }
}

function expectedExDate({ family, payments }: FundHistory, asOf: string): string {
  const usual = usualPayments(payments)
  return nextExDate(
    { family, frequency: readFrequency(usual.map(({ exDate }) => exDate)), payments: usual },
    asOf
  )
}

/** The question the estimate answered: the ex-date, at the close two sessions before it or the newest one. */
function askAgain(
  histories: readonly FundHistory[],
  fund: FundHistory,
  exDate: string,
  asOf: string
): Forecast | undefined {
  const beforeEx = addSessions(exDate, -sessionsAhead)
  const question = { fund, exDate, cutoff: beforeEx < asOf ? beforeEx : asOf }
  let answer: Forecast | undefined
  walk(histories, [question], (forecast) => {
    if (forecast.question === question) answer = forecast
  })
  return answer
}

/** The rule with most say first, then by how little the others differ from the estimate. */
function listRules({ situation, candidates, chosen }: Forecast): RuleSay[] {
  return candidates
    .map(({ rule, amount }) => ({
      rule,
      amount: roundTo(4, amount),
      sentence: rules.find(({ name }) => name === rule)?.explain(situation, roundTo(4, amount)) ?? '',
      isLeading: rule === chosen.leading.rule
    }))
    .sort(
      (a, b) =>
        Number(b.isLeading) - Number(a.isLeading) ||
        Math.abs(a.amount - chosen.amount) - Math.abs(b.amount - chosen.amount)
    )
}

function pricePayment(
  { closes }: FundHistory,
  { exDate, amount }: FundHistory['payments'][number]
): PricedPayment {
  const close = closeAt(closes, addSessions(exDate, -sessionsAhead))
  return {
    exDate,
    amount,
    price: close?.close ?? null,
    priceDate: close?.date ?? null,
    yieldPercent: close === undefined ? null : (100 * amount) / close.close
  }
}
