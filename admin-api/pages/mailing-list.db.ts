import type { MailingList } from '../contract/mailing-list.ts'
import { readMetaValue } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'

/** The operator's external mailing list; null without one. */
export async function findMailingList(db: Db): Promise<MailingList | null> {
  const list = await readMetaValue<MailingList>(db, 'mailing-list')
  return list === null || list.url === '' ? null : list
}
