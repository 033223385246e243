import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { runEvery, singleFlight } from '../../background.ts'
import { databaseTime } from '../dialect.ts'
import type { Db, Trx } from '../schema.ts'
import { writeTransaction } from '../write-transaction.ts'

/** Unique among the processes that share a database. */
const processName = `${hostname()} ${process.pid}`

export function isOfThisProcess({ holder }: { holder: string }): boolean {
  return holder.startsWith(`${processName} `)
}

export type LeaseTimes = { lengthMs: number; renewEveryMs: number }

/** A killed process loses its lease within 25 s, others try every 5 s, and a database that is away for 20 s ends none. */
const defaultTimes: LeaseTimes = { lengthMs: 25_000, renewEveryMs: 5000 }

/** Decides whether the lease may be taken, given the held leases; may throw its own error. */
type MayTake = (trx: Trx, held: readonly Lease[]) => Promise<boolean> | boolean

export type LeaseOptions = {
  mayTake?: MayTake
  /** Progress of the work, written with each renewal. */
  readNote?: () => string | null
  times?: LeaseTimes | undefined
}

export type HeldLease = {
  name: string
  holder: string
  /** Whether it was renewed so recently that no other process can have it. Does not query the database. */
  isSure: () => boolean
  /** Same as isSure, but renews the lease if needed. @throws if the database can't be queried */
  isHeld: () => Promise<boolean>
  release: () => Promise<void>
}

/**
 * Acquires a lease on work that one process does at a time, and renews it until it is released. It expires by database
 * time; a process that can't reach the database stops relying on it by its own clock.
 * @returns null if it is not available now
 */
export async function takeLease(
  db: Db,
  name: string,
  { mayTake = () => true, readNote = () => null, times = defaultTimes }: LeaseOptions = {}
): Promise<HeldLease | null> {
  // Unique per lease, so that a process can't acquire a lease that it holds already.
  const holder = `${processName} ${randomUUID()}`
  const sureForMs = times.lengthMs - times.renewEveryMs
  let sureUntil = performance.now() + sureForMs

  const isTaken = await writeTransaction(
    db,
    async (trx) =>
      (await mayTake(trx, await findHeldLeases(trx))) &&
      insertLease(trx, { name, holder, note: readNote() }, times.lengthMs)
  )
  if (!isTaken) return null

  const renewal = singleFlight(async () => {
    // From before the query, because its result may take long.
    const until = performance.now() + sureForMs
    const isOurs = await renewLease(db, { name, holder, note: readNote() }, times.lengthMs)
    sureUntil = isOurs ? until : Number.NEGATIVE_INFINITY
  })
  const isSure = () => performance.now() < sureUntil
  const stopRenewing = runEvery(times.renewEveryMs, renewal.run, { onError: () => undefined })

  return {
    name,
    holder,
    isSure,
    isHeld: async () => {
      if (!isSure()) await renewal.run()
      return isSure()
    },
    release: async () => {
      await stopRenewing()
      await renewal.whenIdle()
      sureUntil = Number.NEGATIVE_INFINITY
      await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
    }
  }
}

/**
 * Runs work on the one instance that holds a lease. Each instance tries to acquire it again and again; if the lease is
 * lost, the work ends until the lease is acquired again.
 * @param begin starts the work and returns a function that ends it
 * @param onError receives why the lease can't be acquired or released, once until that works again
 * @returns ends the work and releases the lease
 */
export function runOnOneInstance(
  db: Db,
  name: string,
  {
    begin,
    onError,
    times = defaultTimes
  }: { begin: () => () => void; onError: (error: unknown) => void; times?: LeaseTimes | undefined }
): () => Promise<void> {
  let lease: HeldLease | null = null
  let end: () => void = () => undefined
  let isStopped = false
  let isFailing = false

  function fail(error: unknown): void {
    if (!isFailing) onError(error)
    isFailing = true
  }

  async function take(): Promise<void> {
    // Checked first, so that waiting instances don't compete for the write lock.
    if ((await findHeldLeases(db)).some((held) => held.name === name)) return
    lease = await takeLease(db, name, { times })
    isFailing = false
    if (lease !== null && !isStopped) end = begin()
  }

  async function lose(): Promise<void> {
    const lost = lease
    lease = null
    end()
    end = () => undefined
    await lost?.release()
  }

  async function checkLease(): Promise<void> {
    if (lease !== null && !lease.isSure()) await lose().catch(fail)
    if (lease === null) await take()
  }

  const stopChecking = runEvery(times.renewEveryMs, checkLease, { startsNow: true, onError: fail })
  return async () => {
    isStopped = true
    await stopChecking()
    // If the database is away, the lease expires by itself.
    await lose().catch(fail)
  }
}

/** `note` is the holder's progress, in its own format. */
export type Lease = { name: string; holder: string; note: string | null }

export async function findHeldLeases(db: Db): Promise<Lease[]> {
  return leases(db).where('ends_at', '>', databaseTime(db)).execute()
}

/** Expired leases. Their holder was killed or can't reach the database, or it would have renewed or released them. */
export async function findEndedLeases(db: Db): Promise<Lease[]> {
  return leases(db).where('ends_at', '<=', databaseTime(db)).execute()
}

function leases(db: Db) {
  return db.selectFrom('lease').select(['name', 'holder', 'note']).orderBy('name')
}

/** @returns false if another process holds it */
async function insertLease(trx: Trx, lease: Lease, lengthMs: number): Promise<boolean> {
  const now = databaseTime(trx)
  const row = { ...lease, ends_at: sql<number>`${now} + ${lengthMs}` }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('lease')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row).where('lease.ends_at', '<=', now))
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Renews a lease, even an expired one that no other process took. @returns false if another process has it */
async function renewLease(db: Db, lease: Lease, lengthMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lease')
    .set({ ends_at: sql<number>`${databaseTime(db)} + ${lengthMs}`, note: lease.note })
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Whether the holder keeps the lease until this transaction ends, because taking it needs a write transaction, too. */
export async function isLeaseOf(db: Trx, { name, holder }: Pick<Lease, 'name' | 'holder'>): Promise<boolean> {
  const row = await db
    .selectFrom('lease')
    .select('name')
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteEndedLeases(trx: Trx, isIncluded: (name: string) => boolean): Promise<void> {
  const names = (await findEndedLeases(trx)).map(({ name }) => name).filter(isIncluded)
  await trx.deleteFrom('lease').where('name', 'in', names).where('ends_at', '<=', databaseTime(trx)).execute()
}

/** Ends every lease. Call it only if no other process uses the database. */
export async function endAllLeases(db: Db): Promise<void> {
  // Writes only if needed, because a start must succeed on a full disk.
  if ((await findHeldLeases(db)).length > 0) await db.updateTable('lease').set({ ends_at: 0 }).execute()
}
