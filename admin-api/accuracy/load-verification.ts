import type { Kysely } from 'kysely'
import type { Verifications, YearVerification } from '../contract/verification.ts'
import { findRecord, type ScoredRow } from '../estimates/estimate-record.db.ts'
import { findFamilies } from '../funds/families.db.ts'
import { findFundHistories } from '../payments/fund-histories.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { cacheUntilFiguresChange } from '../publishing/figures-revision.db.ts'
import { listScored } from '../signed-record/counted-estimates.ts'
import { type BaselineName, type BaselineQuantiles, baselineOf, countedPayments } from './counted-payments.ts'
import { type FindBaseline, skillTargets, verifyYear } from './verification.ts'

/** Estimates of one origin that are scored in any year, oldest first, and the verifications made of them, by year. */
type Scored = { rows: ScoredRow[]; verified: Map<string, YearVerification | null> }
type Compared = { live: Scored; backtested: Scored; findBaseline: FindBaseline }

/** Cached, because it needs every estimate, payment and close, and several pages show each year. */
const findCompared = cacheUntilFiguresChange(async (db): Promise<Compared> => {
  const record = await findRecord(db)
  return {
    live: { rows: listScored(record, 'live'), verified: new Map() },
    backtested: { rows: listScored(record, 'replayed'), verified: new Map() },
    findBaseline: await loadBaselines(db)
  }
})

async function loadBaselines(db: Kysely<Database>): Promise<FindBaseline> {
  const known = new Map<string, { quantiles: BaselineQuantiles; rule: BaselineName }>()
  for (const { history } of await findFundHistories(db))
    for (const { symbol, exDate, baselineQuantiles: quantiles } of countedPayments(history))
      if (quantiles) known.set(`${symbol} ${exDate}`, { quantiles, rule: baselineOf(history.family) })
  return (symbol, exDate) => {
    const found = known.get(`${symbol} ${exDate}`)
    return found?.quantiles[found.rule]
  }
}

/** Years with scored estimates, newest first. */
export async function findScoredYears(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('estimate_record')
    .select('paid_ex_date')
    .distinct()
    .where('paid_ex_date', 'is not', null)
    .execute()
  const years = new Set(rows.flatMap(({ paid_ex_date }) => paid_ex_date?.slice(0, 4) ?? []))
  return [...years].sort().toReversed()
}

/** Verification of a year, live and backtested separately; by default the newest year. */
export async function loadVerifications(db: Kysely<Database>, wanted?: string): Promise<Verifications> {
  const years = await findScoredYears(db)
  const compared = await findCompared(db)
  const parts = { families: await findFamilies(db), findBaseline: compared.findBaseline }
  const verify = ({ rows, verified }: Scored): YearVerification | null => {
    const year = wanted ?? rows.at(-1)?.paid_ex_date.slice(0, 4)
    if (year === undefined) return null
    if (!verified.has(year)) verified.set(year, verifyYear(rows, year, parts))
    return verified.get(year) ?? null
  }
  const live = verify(compared.live)
  const backtested = verify(compared.backtested)
  const shown = wanted ?? live?.year ?? backtested?.year ?? ''
  return { live, backtested, years, targets: skillTargets.filter(({ year }) => year >= shown) }
}
