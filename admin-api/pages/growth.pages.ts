import type { Kysely } from 'kysely'
import { type GrowthFile, growthPathOf, quarterOf } from '../contract/growth-file.ts'
import { dataTerms, dataUnits } from '../contract/open-data.ts'
import { readFiguresRevision } from '../publishing/figures-revision.db.ts'
import { findFundHistories } from '../payments/fund-histories.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { type GrowthTable, growthTable } from '../returns/growth-table.ts'
import { createKeptAnswer, type KeptAnswer } from '../platform/http/kept-answer.ts'
import type { PageKind } from '../publishing/page-kind.ts'

/** A file for each quarter: what a dollar put into each fund on one of its days is worth now. */
export const growthFiles: PageKind = {
  path: /^\/data\/growth\/(\d{4}-q[1-4])\.json$/,
  list: listPaths,
  load: async (db, quarter) => {
    const data = await loadGrowthFile(db, quarter)
    return data && { kind: 'growth', data }
  },
  // All of them, because each says what is left today.
  dependsOn: { figures: (_change, trx) => listPaths(trx), funds: (_change, trx) => listPaths(trx) }
}

const keptOf = new WeakMap<Kysely<Database>, KeptAnswer<GrowthTable>>()

/** It needs all closes there are, and each fund's page its rank from it: so it is kept until figures change. */
export function findGrowthTable(db: Kysely<Database>): Promise<GrowthTable> {
  const kept =
    keptOf.get(db) ??
    createKeptAnswer(
      async () => growthTable((await findFundHistories(db)).map(({ history }) => history)),
      () => readFiguresRevision(db)
    )
  keptOf.set(db, kept)
  return kept.read()
}

async function loadGrowthFile(db: Kysely<Database>, quarter: string): Promise<GrowthFile | null> {
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
    terms: dataTerms,
    days: days.slice(from, to),
    funds: funds
      .map(({ symbol, growth }) => ({ symbol, growth: growth.slice(from, to) }))
      .filter(({ growth }) => growth.some((dollars) => dollars !== null))
  }
}

async function findSource(db: Kysely<Database>): Promise<string> {
  const row = await db.selectFrom('estimate').select('source_name').limit(1).executeTakeFirst()
  return row?.source_name ?? ''
}

/** From the calendar of closes alone: what changes figures asks for it, amid a transaction. */
async function listPaths(db: Kysely<Database>): Promise<string[]> {
  const days = await db.selectFrom('price').select('date').distinct().execute()
  return [...new Set(days.map(({ date }) => growthPathOf(quarterOf(date))))].sort()
}
