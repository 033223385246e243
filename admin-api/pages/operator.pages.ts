import type { Operator } from '../contract/system.ts'
import { readMetaValue } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { findMailingList } from './mailing-list.db.ts'

/** What the operator has stated in admin; empty texts before. */
export async function findOperator(db: Db): Promise<Operator> {
  return (await readMetaValue<Operator>(db, 'operator')) ?? { name: '', place: '', holdings: '', funding: '' }
}

/** Pages of text that name the operator. */
export const operatorPages = ['/about', '/privacy'].map(
  (path) =>
    ({
      path,
      load: async (db) => ({
        kind: 'text-with-operator' as const,
        operator: await findOperator(db),
        mailingList: await findMailingList(db)
      }),
      dependsOn: { operator: 'all', 'mailing-list': 'all' },
      sitemap: async () => [{ path, lastModified: null }]
    }) satisfies PageKind
)
