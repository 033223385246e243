import type { Kysely } from 'kysely'
import type { MethodPage, WorkedExample, YieldOfPayment } from '../contract/record.ts'
import {
  type AccuracyPage,
  type AccuracyYearPage,
  accuracyPath,
  accuracyYearPath
} from '../contract/verification.ts'
import { findRecord, type RecordRow } from '../estimates/estimate-record.db.ts'
import { findAnswers, findEstimates, findExplanation } from '../estimates/estimates.db.ts'
import { toStockOutcome } from '../estimates/stock-outcome.ts'
import type { PricedPayment } from '../estimator/estimator.ts'
import { findFamilies } from '../funds/families.db.ts'
import { findNewestPriceDay } from '../funds/funds.db.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import type { Database } from '../platform/database/schema.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { listScored } from '../signed-record/counted-estimates.ts'
import { figuresOf } from './accuracy-figures.ts'
import { findScoredYears, loadVerifications } from './load-verification.ts'
import { toEntry } from './record-entry.ts'
import { countWaiting, toSection } from './record-section.ts'

const methodPath = '/method'

export const recordPages: readonly PageKind[] = [
  {
    path: accuracyPath,
    list: () => [accuracyPath],
    load: loadAccuracyPage,
    dependsOn: { funds: () => [accuracyPath], day: () => [accuracyPath], record: () => [accuracyPath] },
    // Without a new score only details change, and no other page takes as long.
    followsOn: { figures: () => [accuracyPath] },
    sitemap: 'price-day'
  },
  {
    path: /^\/accuracy\/(\d{4})$/,
    list: listYears,
    load: loadAccuracyYear,
    dependsOn: {
      record: ({ scored }) => [...new Set(scored.map(({ exDate }) => accuracyYearPath(exDate.slice(0, 4))))]
    },
    sitemap: 'price-day'
  },
  {
    path: methodPath,
    list: () => [methodPath],
    load: loadMethodPage,
    dependsOn: {
      figures: () => [methodPath],
      funds: () => [methodPath],
      day: () => [methodPath],
      record: () => [methodPath]
    },
    sitemap: 'price-day'
  }
]

async function loadAccuracyPage(db: Kysely<Database>): Promise<AccuracyPage | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const record = await findRecord(db)
  const families = await findFamilies(db)
  return {
    kind: 'accuracy',
    asOf,
    backtested: toSection(listScored(record, 'replayed'), families),
    live: toSection(listScored(record, 'live'), families),
    verifications: await loadVerifications(db),
    confidence: toConfidences(await findEstimates(db)),
    waiting: countWaiting(record, asOf)
  }
}

async function listYears(db: Kysely<Database>): Promise<string[]> {
  return (await findScoredYears(db)).map(accuracyYearPath)
}

async function loadAccuracyYear(db: Kysely<Database>, year: string): Promise<AccuracyYearPage | null> {
  if (!(await findScoredYears(db)).includes(year)) return null
  return { kind: 'accuracy-year', year, verifications: await loadVerifications(db, year) }
}

function toConfidences(rows: readonly { symbol: string; weight: number | null }[]): Record<string, number> {
  return Object.fromEntries(
    rows.flatMap(({ symbol, weight }) => (weight === null ? [] : [[symbol, roundTo(4, weight)]]))
  )
}

async function loadMethodPage(db: Kysely<Database>): Promise<MethodPage | null> {
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

const entriesShown = 12

/** Default example: a widely held fund with a long record. */
const defaultSymbol = 'MSTY'

/** Explains the current estimate of one fund step by step; null while no fund has an estimate with a record. */
async function findWorkedExample(
  db: Kysely<Database>,
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
    // The day that the method expects: the operator may have moved the stored one.
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
