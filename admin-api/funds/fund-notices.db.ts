import type { Selectable } from 'kysely'
import type { IsoDay } from '../market-days/types.ts'
import type { FundNoticeTable } from '../platform/database/schema/operator.ts'
import type { Db } from '../platform/database/schema.ts'

export type NoticeRow = Selectable<FundNoticeTable>

/** Adds a draft unless the filing made one for this fund and kind before. */
export async function addNoticeDraft(db: Db, draft: Omit<NoticeRow, 'id' | 'status'>): Promise<void> {
  await db
    .insertInto('fund_notice')
    .values({ ...draft, status: 'draft' })
    .onConflict((conflict) => conflict.columns(['symbol', 'kind', 'filing']).doNothing())
    .execute()
}

/** Drafts and confirmed notices, drafts first, then newest first. */
export function listNotices(db: Db): Promise<NoticeRow[]> {
  return db
    .selectFrom('fund_notice')
    .selectAll()
    .where('status', '!=', 'dismissed')
    .orderBy('status', 'desc')
    .orderBy('filed_on', 'desc')
    .orderBy('symbol')
    .execute()
}

/** Confirmed notices that take effect on the day or later, by day. @param symbol null for all funds */
export function findConfirmedNotices(
  db: Db,
  from: IsoDay,
  symbols: readonly string[] | null = null
): Promise<(NoticeRow & { effective_on: IsoDay })[]> {
  return db
    .selectFrom('fund_notice')
    .selectAll()
    .where('status', '=', 'confirmed')
    .where('effective_on', '>=', from)
    .$if(symbols !== null, (query) => query.where('symbol', 'in', symbols ?? []))
    .orderBy('effective_on')
    .orderBy('symbol')
    .$narrowType<{ effective_on: IsoDay }>()
    .execute()
}

/** Changes a draft or a confirmed notice. @returns the notice as it was; undefined if there is none */
export async function writeNotice(
  db: Db,
  id: number,
  change: Partial<NoticeRow>
): Promise<NoticeRow | undefined> {
  const notice = (await listNotices(db)).find((listed) => listed.id === id)
  if (notice !== undefined) await db.updateTable('fund_notice').set(change).where('id', '=', id).execute()
  return notice
}
