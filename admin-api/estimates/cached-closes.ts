import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { findCloseSources } from '../payments/fund-facts.db.ts'
import { type ClosesOfFunds, findAllCloses } from '../payments/fund-histories.db.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'

type Closes = { closesOf: ClosesOfFunds; sourceOf: ReadonlyMap<string, string> }

/** Cached closes of a revision, by the database adapter that all transactions share. */
const cachedOf = new WeakMap<object, Closes & { revision: string }>()

/**
 * All closes of funds and their sources. If they haven't changed, returns those that this thread has cached, instead of
 * reading 60,000 rows. The database holds a revision that is unique to every transaction that changes closes.
 */
export async function readCloses(trx: Transaction<Database>, change: 'changed' | 'same'): Promise<Closes> {
  if (change === 'changed') {
    await writeMeta(trx, 'closes-revision', randomUUID())
    return readAll(trx)
  }
  const revision = (await readMeta(trx, 'closes-revision')) ?? ''
  const { adapter } = trx.getExecutor()
  const cached = cachedOf.get(adapter)
  if (cached?.revision === revision) return cached
  const read = { ...(await readAll(trx)), revision }
  cachedOf.set(adapter, read)
  return read
}

async function readAll(trx: Transaction<Database>): Promise<Closes> {
  return { closesOf: await findAllCloses(trx), sourceOf: await findCloseSources(trx) }
}
