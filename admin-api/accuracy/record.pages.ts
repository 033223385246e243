import {
  type AccuracyPage,
  accuracyPath,
  type MethodPage,
  methodPath,
  type WorkedExample
} from '../contract/record.ts'
import { findRecord, type RecordRow } from '../estimates/estimate-record.db.ts'
import { findAnswers, findEstimates, findExplanation } from '../estimates/estimates.db.ts'
import { findOutlookRecord } from '../estimates/outlook-record/outlook-record.db.ts'
import { toStockOutcome } from '../estimates/stock-outcome.ts'
import { findFamilies } from '../funds/families.db.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import { findHistories } from '../payments/fund-histories.db.ts'
import type { Db } from '../platform/database/schema.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { listScored } from '../signed-record/counted-estimates.ts'
import { figuresOf } from './accuracy-figures.ts'
import { usualChances } from './change-scores.ts'
import { baselineOf, countedPayments } from './counted-payments.ts'
import { findPaymentsAhead, summarizeAhead } from './days-ahead.ts'
import { summarizeOutlooks } from './outlook-figures.ts'
import { toEntry } from './record-entry.ts'
import { countWaiting, type SectionParts, toSection } from './record-section.ts'
import { findScoredYears } from './scored-years.db.ts'
import { type FindReference, skillTargets } from './verification.ts'

export const recordPages = [
  {
    path: accuracyPath,
    load: loadAccuracyPage,
    dependsOn: { funds: 'all', day: 'all', record: 'all' },
    // Without a new score only details change, and no other page takes as long.
    followsOn: { figures: 'all' },
    sitemap: 'price-day'
  },
  {
    // Reports of a year, which are part of the accuracy page now.
    path: /^\/accuracy\/(\d{4})$/,
    list: async (db) => (await findScoredYears(db)).map((year) => `${accuracyPath}/${year}`),
    load: async (db, year) =>
      (await findScoredYears(db)).includes(year)
        ? { kind: 'accuracy-redirect' as const, to: `${accuracyPath}#archive`, title: 'Accuracy' }
        : null
  },
  {
    path: methodPath,
    load: loadMethodPage,
    dependsOn: { figures: 'all', funds: 'all', day: 'all', record: 'all' },
    sitemap: 'price-day'
  }
] satisfies readonly PageKind[]

async function loadAccuracyPage(db: Db): Promise<AccuracyPage | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const record = await findRecord(db)
  const parts = { families: await findFamilies(db), ...(await loadReferences(db)) }
  return {
    kind: 'accuracy',
    asOf,
    backtested: toSection(listScored(record, 'replayed'), parts),
    live: toSection(listScored(record, 'live'), parts),
    targets: skillTargets,
    confidence: toConfidences(await findEstimates(db)),
    waiting: countWaiting(record, asOf),
    ahead: summarizeAhead(await findPaymentsAhead(db), parts.families),
    outlooks: summarizeOutlooks(await findOutlookRecord(db), asOf)
  }
}

async function loadReferences(db: Db): Promise<Pick<SectionParts, 'findReference' | 'paymentOf'>> {
  const payments = (await findHistories(db)).flatMap((history) =>
    countedPayments(history).map((payment) => ({ ...payment, family: history.family }))
  )
  const usualFor = usualChances(payments)
  const byKey = new Map(payments.map((payment) => [`${payment.symbol} ${payment.exDate}`, payment]))
  const paymentOf = (symbol: string, exDate: string) => byKey.get(`${symbol} ${exDate}`)
  const findReference: FindReference = (symbol, exDate) => {
    const payment = paymentOf(symbol, exDate)
    const quantiles = payment?.baselineQuantiles?.(baselineOf(payment.family))
    if (payment === undefined || quantiles === undefined) return undefined
    return { quantiles, lastAmount: payment.lastAmount, usual: usualFor(payment.family, exDate) }
  }
  return { findReference, paymentOf }
}

function toConfidences(rows: readonly { symbol: string; weight: number | null }[]): Record<string, number> {
  return Object.fromEntries(
    rows.flatMap(({ symbol, weight }) => (weight === null ? [] : [[symbol, roundTo(4, weight)]]))
  )
}

async function loadMethodPage(db: Db): Promise<MethodPage | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const estimates = await findEstimates(db)
  const estimated = estimates.filter(({ message }) => message === null).map(({ symbol }) => symbol)
  return {
    kind: 'method',
    asOf,
    methodVersion: estimates[0]?.method_version ?? '',
    example: await findWorkedExample(db, await findRecord(db), estimated),
    estimated: estimated.length,
    silent: estimates.flatMap(({ symbol, message }) => (message === null ? [] : [{ symbol, message }]))
  }
}

const entriesShown = 6

/** Default example: a widely held fund with a long record. */
const defaultSymbol = 'MSTY'

async function findWorkedExample(
  db: Db,
  record: readonly RecordRow[],
  estimated: readonly string[]
): Promise<WorkedExample | null> {
  const symbol = estimated.includes(defaultSymbol) ? defaultSymbol : estimated[0]
  const [row] = symbol === undefined ? [] : await findAnswers(db, [symbol])
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
    stock: { ...stock, next_ex_date: explanation.exDate },
    payments: explanation.payments.toReversed().map((payment) => ({
      ...payment,
      yieldPercent: payment.price === null ? null : (100 * payment.amount) / payment.price
    })),
    rules: explanation.contributions,
    leadingSharePercent: 100 * explanation.leadingShare,
    entries: entries.slice(-entriesShown).toReversed(),
    figures
  }
}
