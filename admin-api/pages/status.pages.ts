import { sql } from 'kysely'
import { readSourceState } from '../collection/source-state.db.ts'
import { embeddedMarketData } from '../collection/sources/embedded.ts'
import type { StatusPage } from '../contract/page-models.ts'
import { statusPath } from '../contract/record.ts'
import { findNewestSignature } from '../estimates/signed-record.db.ts'
import { findFamilies } from '../funds/families.db.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import { median } from '../numbers/statistics.ts'
import { findLeadTimes } from '../payments/first-seen.db.ts'
import type { Db } from '../platform/database/schema.ts'
import type { PageKind } from '../publishing/page-kind.ts'

/** Age of the data by source, the last collection and the last signature; no reasons, which may expose internals. */
export const statusPage = {
  path: statusPath,
  load: loadStatusPage,
  dependsOn: { figures: 'all', record: 'all', collected: 'all', day: 'all' },
  sitemap: 'price-day'
} satisfies PageKind

async function loadStatusPage(db: Db): Promise<StatusPage | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const second = await readSourceState(db, 'second-source')
  const signature = await findNewestSignature(db)
  return {
    kind: 'status',
    asOf,
    sources: await findSourceAges(db, asOf),
    lastCollection: await readSourceState(db, 'last-collection'),
    leads: await summarizeLeadTimes(db),
    secondSource: second && { askedOn: second.askedOn, isWell: second.fault === null },
    signed:
      signature === undefined
        ? null
        : { day: signature.day, signedAt: signature.signed_at, hash: signature.hash }
  }
}

async function summarizeLeadTimes(db: Db): Promise<StatusPage['leads']> {
  const { since, leadTimes } = await findLeadTimes(db)
  const nameOf = new Map((await findFamilies(db)).map(({ id, name }) => [id, name]))
  const groups = Map.groupBy(leadTimes, ({ family, source_name }) => `${family}|${source_name}`)
  return {
    since,
    groups: [...groups.values()]
      .sort((a, b) => b.length - a.length)
      .map((rows) => {
        const hours = rows.map((row) => row.hours)
        const family = rows[0]?.family ?? ''
        const minutes = rows.flatMap(({ published_at, seen_at }) =>
          published_at == null ? [] : (Date.parse(seen_at) - Date.parse(published_at)) / 60_000
        )
        return {
          family: nameOf.get(family) ?? family,
          source: rows[0]?.source_name ?? '',
          payments: rows.length,
          beforeOpen: hours.filter((lead) => lead > 0).length,
          medianHours: median(hours),
          medianMinutes: minutes.length === 0 ? null : median(minutes)
        }
      })
  }
}

/** Rows without a source are from data/ or from releases that did not store it. */
async function findSourceAges(db: Db, asOf: string): Promise<StatusPage['sources']> {
  const closes = await db
    .selectFrom('price')
    .select((eb) => ['source', eb.fn.max('date').as('newest'), countAllFunds])
    .groupBy('source')
    .execute()
  const payments = await db
    .selectFrom('payment')
    .select((eb) => [eb.fn.max('ex_date').as('newest'), countAllFunds])
    .where('ex_date', '<=', asOf)
    .execute()
  const options = await db
    .selectFrom('implied_volatility')
    .select((eb) => [eb.fn.max('date').as('newest'), countAllFunds])
    .execute()
  const toAge =
    (what: string, given: string) =>
    ({ newest, funds, source }: AgeRow) =>
      newest === null ? [] : [{ what, source: source ?? given, newest, funds: Number(funds) }]
  return [
    ...closes.flatMap(toAge('Daily closes', embeddedMarketData.name)),
    ...payments.flatMap(toAge('Payments', 'All sources')),
    ...options.flatMap(toAge('Option prices', 'Yahoo'))
  ].sort((a, b) => (a.newest < b.newest ? 1 : -1))
}

type AgeRow = { newest: string | null; funds: number; source?: string | null }

const countAllFunds = sql<number>`count(distinct symbol)`.as('funds')
