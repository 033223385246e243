import { figuresOf } from '../accuracy/accuracy-figures.ts'
import { toEntry } from '../accuracy/record-entry.ts'
import type { FamilyPage } from '../contract/fund-page.ts'
import { pathOfFamily } from '../contract/pages.ts'
import { findRecord } from '../estimates/estimate-record.db.ts'
import { findAnswers } from '../estimates/estimates.db.ts'
import { toFundSummary } from '../estimates/stock-outcome.ts'
import { findFamilies } from '../funds/families.db.ts'
import { findFunds } from '../funds/funds.db.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import type { Db } from '../platform/database/schema.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { listScored } from '../signed-record/counted-estimates.ts'

/** How the issuer of each family sets payments, our accuracy on it, and its funds. Families without funds have no page. */
export const familyPages = {
  path: /^\/family\/([a-z][a-z0-9-]*)$/,
  list: (db) => listPaths(db, null),
  load: loadFamilyPage,
  dependsOn: {
    figures: ({ symbols }, trx) => listPaths(trx, symbols),
    record: ({ scored }, trx) => listPaths(trx, new Set(scored.map(({ symbol }) => symbol))),
    funds: 'all',
    day: 'all'
  },
  sitemap: 'price-day'
} satisfies PageKind

async function listPaths(db: Db, symbols: ReadonlySet<string> | null): Promise<string[]> {
  const funds = await findFunds(db)
  const families = new Set(
    funds.flatMap(({ symbol, family }) => (symbols === null || symbols.has(symbol) ? [family] : []))
  )
  return (await findFamilies(db)).flatMap(({ id }) => (families.has(id) ? [pathOfFamily(id)] : []))
}

async function loadFamilyPage(db: Db, id: string): Promise<FamilyPage | null> {
  const asOf = await findNewestPriceDay(db)
  const families = await findFamilies(db)
  const family = families.find((one) => one.id === id)
  const members = (await findAnswers(db)).filter((fund) => fund.family === id)
  if (asOf === null || family === undefined || members.length === 0) return null
  const record = await findRecord(
    db,
    members.map(({ symbol }) => symbol)
  )
  const { name, setting, frequency, about } = family
  const filled = new Set((await findFunds(db)).map((fund) => fund.family))
  return {
    kind: 'family',
    asOf,
    family: { id, name, setting, frequency, about },
    funds: members.map(toFundSummary),
    live: figuresOf(listScored(record, 'live').map(toEntry)),
    backtested: figuresOf(listScored(record, 'replayed').map(toEntry)),
    others: families
      .filter((one) => one.id !== id && filled.has(one.id))
      .map((one) => ({ id: one.id, name: one.name }))
  }
}
