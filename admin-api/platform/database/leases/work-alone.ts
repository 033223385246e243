import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { findHeldLeases } from './leases.db.ts'
import { type HeldLease, type LeaseTimes, takeLease, usualTimes } from './take-lease.ts'

/**
 * Works whenever this process holds the lease: it is tried for now and again until it is had, and where it is lost the
 * work ends, to begin anew when it is had again.
 * @param begin starts the work and returns what ends it
 * @param onError hears why the lease can't be asked for or given back, once until that works again
 * @returns ends the work and gives the lease back
 */
export function workAlone(
  db: Kysely<Database>,
  name: string,
  {
    begin,
    onError,
    times = usualTimes
  }: { begin: () => () => void; onError: (error: unknown) => void; times?: LeaseTimes | undefined }
): () => Promise<void> {
  let lease: HeldLease | null = null
  let end: () => void = () => undefined
  let taking: Promise<void> | null = null
  let losing: Promise<void> = Promise.resolve()
  let isStopped = false
  let isFailing = false

  function fail(error: unknown): void {
    if (!isFailing) onError(error)
    isFailing = true
  }

  async function take(): Promise<void> {
    // Without a look first, all who wait would take turns at the write lock for nothing.
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

  function look(): void {
    if (lease !== null && !lease.isSure()) losing = lose().catch(fail)
    if (lease === null)
      taking ??= take()
        .catch(fail)
        .finally(() => {
          taking = null
        })
  }

  look()
  const timer = setInterval(look, times.renewEveryMs)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await taking
    await losing
    // Where the database is away, the lease ends by itself.
    await lose().catch(fail)
  }
}
