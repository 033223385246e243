import { dataTerms, dataUnits } from '../../contract/open-data.ts'
import { fileNameOfUnderlying, isIndex, pathOfUnderlying } from '../../contract/underlying-file.ts'
import { nameOfUnderlying } from '../../funds/underlying-names.ts'
import { roundTo } from '../../numbers/format-numbers.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { PageKind } from '../../publishing/page-kind.ts'
import { findUnderlyingCloses } from './open-data.db.ts'

/** Closes of each underlying. */
export const underlyingFiles = {
  path: /^\/data\/underlyings\/([a-z0-9-]{1,12})\.json$/,
  list: async (db) => (await listUnderlyings(db)).map(pathOfUnderlying),
  load: async (db, name) => {
    const ticker = (await listUnderlyings(db)).find((symbol) => fileNameOfUnderlying(symbol) === name)
    if (ticker === undefined) return null
    const rows = await findUnderlyingCloses(db, ticker)
    const closes = rows.map((row) => ({ ...row, close: roundTo(4, row.close) }))
    const units = isIndex(ticker)
      ? `Closes are points of the index, not dollars. Days are YYYY-MM-DD in New York.`
      : dataUnits
    const data = { ticker, name: nameOfUnderlying(ticker), units, terms: dataTerms, closes }
    return { kind: 'underlying' as const, data }
  },
  dependsOn: { underlyings: ({ symbols }) => [...symbols].map(pathOfUnderlying) }
} satisfies PageKind

async function listUnderlyings(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('underlying_close')
    .select('underlying')
    .distinct()
    .orderBy('underlying')
    .execute()
  return rows.map(({ underlying }) => underlying)
}
