import { type GrowthFile, growthPathOf, quarterOf } from '../contract/growth-file.ts'
import { dataLicense, dataTerms, dataUnits } from '../contract/open-data.ts'
import { addMonths } from '../market-days/days.ts'
import { findHistories } from '../payments/fund-histories.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { cacheUntilFiguresChange } from '../publishing/figures-revision.db.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { growthTable } from '../returns/growth-table.ts'

/** One file per quarter: what a dollar invested on each of its days is worth now. */
export const growthFiles = {
  path: /^\/data\/growth\/(\d{4}-q[1-4])\.json$/,
  list: listPaths,
  load: async (db, quarter) => {
    const data = await loadGrowthFile(db, quarter)
    return data && { kind: 'growth' as const, data }
  },
  dependsOn: { funds: 'all' },
  // All files, because each ends with the newest close.
  followsOn: { figures: 'all' }
} satisfies PageKind

/** Cached, because it needs every close, and every fund page takes its rank from it. */
export const findGrowthTable = cacheUntilFiguresChange(async (db) => growthTable(await findHistories(db)))

async function loadGrowthFile(db: Db, quarter: string): Promise<GrowthFile | null> {
  const { days, funds } = await findGrowthTable(db)
  const [from, to] = [
    days.findIndex((day) => quarterOf(day) === quarter),
    days.findLastIndex((day) => quarterOf(day) === quarter) + 1
  ]
  const newest = days.at(-1)
  if (from === -1 || newest === undefined) return null
  return {
    as_of: newest,
    source: await findSource(db),
    units: dataUnits,
    license: dataLicense,
    terms: dataTerms,
    days: days.slice(from, to),
    funds: funds
      .map(({ symbol, growth }) => ({ symbol, growth: growth.slice(from, to) }))
      .filter(({ growth }) => growth.some((dollars) => dollars !== null))
  }
}

async function findSource(db: Db): Promise<string> {
  const row = await db.selectFrom('estimate').select('source_name').limit(1).executeTakeFirst()
  return row?.source_name ?? ''
}

/**
 * Every change of figures calls it inside a transaction, so it reads only each fund's first and last day with a close.
 * Funds are traded in every quarter between them.
 */
async function listPaths(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('fund')
    .select(({ selectFrom }) => {
      const own = selectFrom('price').whereRef('price.symbol', '=', 'fund.symbol')
      return [
        own.select(({ fn }) => fn.min('date').as('day')).as('first'),
        own.select(({ fn }) => fn.max('date').as('day')).as('last')
      ]
    })
    .execute()
  const quarters = new Set<string>()
  for (const { first, last } of rows)
    if (first !== null && last !== null)
      for (let day = first; quarterOf(day) <= quarterOf(last); day = addMonths(day, 3))
        quarters.add(quarterOf(day))
  return [...quarters].map(growthPathOf).sort()
}
