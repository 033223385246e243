import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { findCloseSources } from '../payments/fund-facts.db.ts'
import { type ClosesOfFunds, findCloses } from '../payments/fund-histories.db.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { afterCommit } from '../platform/database/write-transaction.ts'

type Closes = { closesOf: ClosesOfFunds; sourceOf: ReadonlyMap<string, string> }

/** Closes of a committed revision, by the adapter of their database, which its transactions share. */
const keptOf = new WeakMap<object, Closes & { revision: string }>()

/**
 * Reads all closes of funds and their sources, or takes those of this thread's last refresh, because a change of payments
 * leaves 60,000 closes as they are. The database holds a revision that is unique to every transaction that changes closes.
 */
export async function readCloses(trx: Transaction<Database>, change: 'changed' | 'same'): Promise<Closes> {
  const { adapter } = trx.getExecutor()
  const stored = (await readMeta(trx, 'closes-revision')) ?? ''
  const kept = keptOf.get(adapter)
  if (change === 'same' && kept?.revision === stored) return kept
  const revision = change === 'same' ? stored : randomUUID()
  const read = { closesOf: await findCloses(trx), sourceOf: await findCloseSources(trx), revision }
  if (change === 'same') keptOf.set(adapter, read)
  else {
    await writeMeta(trx, 'closes-revision', revision)
    afterCommit(trx, () => keptOf.set(adapter, read))
  }
  return read
}
