import { randomUUID } from 'node:crypto'
import { type CommitNotice, createCommitNotice } from '../platform/database/commit-notices.ts'
import { deleteMeta, readMetaValue, writeMeta, writeMetaValue } from '../platform/database/meta.db.ts'
import type { Db, Trx } from '../platform/database/schema.ts'

/** Changes of facts from which no figures have been derived. */
export type ChangedFacts = {
  /** Unique to the newest of these changes. */
  revision: string
  /** Time of the first one, ISO 8601. */
  since: string
  /** Funds whose pages an operator views next. */
  edited: readonly string[]
}

type FactsChange = {
  now: Date
  /** Whether closes of funds changed, or may have, and not only payments, dates or the state of funds. */
  closes: boolean
  /** Funds whose pages are rendered first. */
  edited?: readonly string[]
}

const factsChanged = createCommitNotice()

/**
 * Notes that payments, closes or funds changed, so that figures are derived from them. Call it in the transaction of
 * the change.
 */
export async function noteChangedFacts(trx: Trx, { now, closes, edited = [] }: FactsChange): Promise<void> {
  const earlier = await findChangedFacts(trx)
  await writeMetaValue(trx, 'changed-facts', {
    revision: randomUUID(),
    since: earlier?.since ?? now.toISOString(),
    edited: [...new Set([...(earlier?.edited ?? []), ...edited])]
  } satisfies ChangedFacts)
  if (closes) await writeMeta(trx, 'closes-revision', randomUUID())
  factsChanged.afterCommit(trx)
}

/** Calls the listeners of this process. For facts that another connection changed and committed. */
export const announceChangedFacts: CommitNotice['announce'] = factsChanged.announce

/** Calls the listener after every transaction of this process that changed facts. */
export const onFactsChanged: CommitNotice['listen'] = factsChanged.listen

/** Null if all figures are derived. */
export function findChangedFacts(db: Db): Promise<ChangedFacts | null> {
  return readMetaValue(db, 'changed-facts')
}

/** Call it in the transaction that stores the derived figures. */
export function forgetChangedFacts(trx: Trx): Promise<void> {
  return deleteMeta(trx, 'changed-facts')
}
