import type { Family } from '../contract/families.ts'
import type { NamedFigures, RecordEntry, RecordSection } from '../contract/record.ts'
import type { RecordRow, ScoredRow } from '../estimates/estimate-record.db.ts'
import { addDays } from '../market-days/days.ts'
import { lastFrozen } from '../signed-record/counted-estimates.ts'
import { binErrors, figuresOf } from './accuracy-figures.ts'
import { toEntry } from './record-entry.ts'

const latestShown = 20
const worstShown = 10
const aYear = 365

/**
 * Section of the accuracy page for the estimates of one origin, given oldest first; null without any.
 * @param families in display order
 */
export function toSection(rows: readonly ScoredRow[], families: readonly Family[]): RecordSection | null {
  const entries = rows.map(toEntry)
  const overall = figuresOf(entries)
  const [first, last] = [entries[0], entries.at(-1)]
  if (overall === null || first === undefined || last === undefined) return null
  const familyOf = new Map(rows.map((row) => [row.symbol, row.family]))
  const byFamily = figuresBy(entries, ({ symbol }) => familyOf.get(symbol) ?? '')
  const since = addDays(last.exDate, -aYear)
  return {
    from: first.exDate,
    to: last.exDate,
    methodVersions: [...new Set(rows.map((row) => row.method_version))].sort(),
    overall,
    years: figuresBy(entries, ({ exDate }) => exDate.slice(0, 4)).sort(byName),
    families: families.flatMap(({ id, name }) =>
      byFamily.flatMap(({ name: family, figures }) => (family === id ? [{ family, name, figures }] : []))
    ),
    funds: figuresBy(entries, ({ symbol }) => symbol).sort(byName),
    bins: binErrors(entries.map(({ errorPercent }) => errorPercent)),
    latest: entries.toSorted(newestFirst).slice(0, latestShown),
    worst: entries
      .filter(({ exDate }) => exDate > since)
      .sort((a, b) => uncappedError(b) - uncappedError(a))
      .slice(0, worstShown)
  }
}

function figuresBy(entries: readonly RecordEntry[], nameOf: (entry: RecordEntry) => string): NamedFigures[] {
  return [...Map.groupBy(entries, nameOf)].flatMap(([name, members]) => {
    const figures = figuresOf(members)
    return figures === null ? [] : [{ name, figures }]
  })
}

function byName(a: NamedFigures, b: NamedFigures): number {
  return a.name < b.name ? -1 : 1
}

function newestFirst(a: RecordEntry, b: RecordEntry): number {
  if (a.exDate !== b.exDate) return a.exDate < b.exDate ? 1 : -1
  return a.symbol < b.symbol ? -1 : 1
}

/** Relative error without the cap, so that the largest of the capped errors comes first. */
function uncappedError({ estimate, actual }: RecordEntry): number {
  return actual === 0 ? Number.MAX_VALUE : Math.abs(estimate - actual) / actual
}

/** Number of funds whose last live estimate waits for a payment after `asOf`. */
export function countWaiting(rows: readonly RecordRow[], asOf: string): number {
  const live = rows.filter(({ origin }) => origin === 'live')
  const last = [...Map.groupBy(live, ({ symbol }) => symbol).values()].map(lastFrozen)
  return last.filter((row) => row?.actual === null && row.ex_date > asOf).length
}
