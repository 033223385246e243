import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { runEvery, singleFlight } from '../../background.ts'
import type { Db, Trx } from '../schema.ts'
import { writeTransaction } from '../write-transaction.ts'
import { deleteLease, findHeldLeases, insertLease, type Lease, renewLease } from './leases.db.ts'

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

export type HeldLease = NonNullable<Awaited<ReturnType<typeof takeLease>>>

/**
 * Acquires a lease on work that one process does at a time, and renews it until it is released. It expires by database
 * time; a process that can't reach the database stops relying on it by its own clock.
 * @returns null if it is not available now
 */
export async function takeLease(
  db: Db,
  name: string,
  { mayTake = () => true, readNote = () => null, times = defaultTimes }: LeaseOptions = {}
) {
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
    /** Whether it was renewed so recently that no other process can have it. Does not query the database. */
    isSure,
    /** Same as isSure, but renews the lease if needed. @throws if the database can't be queried */
    isHeld: async () => {
      if (!isSure()) await renewal.run()
      return isSure()
    },
    release: async () => {
      await stopRenewing()
      await renewal.whenIdle()
      sureUntil = Number.NEGATIVE_INFINITY
      await deleteLease(db, { name, holder })
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
