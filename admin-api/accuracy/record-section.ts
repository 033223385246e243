import type { NamedSkill, RecordEntry, RecordLine, RecordSection } from '../contract/record.ts'
import type { RecordRow, ScoredRow } from '../estimates/estimate-record.db.ts'
import { addDays } from '../market-days/days.ts'
import { lastFrozen } from '../signed-record/counted-estimates.ts'
import { figuresBy, figuresOf } from './accuracy-figures.ts'
import { comparePayments, countClose } from './close-counts.ts'
import { toEntry } from './record-entry.ts'
import { type VerificationParts, verifyYear, verifyYears } from './verification.ts'

const worstShown = 5
const aYear = 365

/** `paymentOf`: a payment with the regular one before it. */
export type SectionParts = VerificationParts & { paymentOf: Parameters<typeof comparePayments>[1] }

/** Section for the estimates of one origin, given oldest first; null without any. The origins are never mixed. */
export function toSection(rows: readonly ScoredRow[], parts: SectionParts): RecordSection | null {
  const entries = rows.map(toEntry)
  const overall = figuresOf(entries)
  const [first, last] = [entries[0], entries.at(-1)]
  if (overall === null || first === undefined || last === undefined) return null
  const verification = verifyYear(rows, last.exDate.slice(0, 4), parts)
  const familyOf = new Map(rows.map((row) => [row.symbol, row.family]))
  const byFamily = linesBy(entries, ({ symbol }) => familyOf.get(symbol) ?? '', verification?.families)
  const since = addDays(last.exDate, -aYear)
  return {
    from: first.exDate,
    to: last.exDate,
    methodVersions: [...new Set(rows.map((row) => row.method_version))].sort(),
    overall,
    verification,
    years: linesBy(
      entries,
      ({ exDate }) => exDate.slice(0, 4),
      verifyYears(rows, parts.findReference)
    ).toReversed(),
    families: parts.families.flatMap(({ id, name }) =>
      byFamily.flatMap((line) => (line.key === id ? [{ ...line, name }] : []))
    ),
    funds: linesBy(entries, ({ symbol }) => symbol, verification?.funds),
    close: countClose(comparePayments(entries, parts.paymentOf), ({ exDate }) => exDate > since),
    worst: entries
      .filter(({ exDate }) => exDate > since)
      .sort((a, b) => uncappedError(b) - uncappedError(a))
      .slice(0, worstShown)
  }
}

/** Sorted by key. */
function linesBy(
  entries: readonly RecordEntry[],
  keyOf: (entry: RecordEntry) => string,
  skills: readonly NamedSkill[] = []
): RecordLine[] {
  const skillOf = new Map(skills.map(({ key, figures }) => [key, figures.skill]))
  return figuresBy(entries, keyOf, figuresOf).map((line) => ({
    ...line,
    skill: skillOf.get(line.key) ?? null
  }))
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
