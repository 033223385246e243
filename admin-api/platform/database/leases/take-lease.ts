import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import { writeTransaction } from '../write-transaction.ts'
import { deleteLease, findHeldLeases, type Lease, putLease, renewLease } from './leases.db.ts'

/** Among all that may share a database. */
const processName = `${hostname()} ${process.pid}`

/** Whether this process holds it. */
export function isOfThisProcess({ holder }: { holder: string }): boolean {
  return holder.startsWith(`${processName} `)
}

export type LeaseTimes = { lengthMs: number; renewEveryMs: number }

/** Who dies loses it within 25 s, and whoever waits for it looks every 5 s; a database away for 20 s takes it from nobody. */
export const usualTimes: LeaseTimes = { lengthMs: 25_000, renewEveryMs: 5000 }

/** For who begins: refuses, with an error of its own or false, beside what others hold. */
type MayTake = (trx: Transaction<Database>, held: readonly Lease[]) => Promise<boolean> | boolean

export type LeaseOptions = {
  mayTake?: MayTake
  /** How far the work is, for others to read; written with each renewal. */
  readNote?: () => string | null
  times?: LeaseTimes | undefined
}

export type HeldLease = Pick<Lease, 'name' | 'holder'> & {
  /** Whether it was renewed lately enough that nobody can have it yet. Asks nobody. */
  isSure: () => boolean
  /** As isSure, but renews it where that says no. @throws when the database can't be asked */
  isHeld: () => Promise<boolean>
  release: () => Promise<void>
}

/**
 * Takes what only one process of all may do at a time, and renews it until it is given back. The times are those of the
 * database's clock; a process that can't reach it loses the lease by its own.
 * @returns null where it can't be had now
 */
export async function takeLease(
  db: Kysely<Database>,
  name: string,
  { mayTake = () => true, readNote = () => null, times = usualTimes }: LeaseOptions = {}
): Promise<HeldLease | null> {
  // Each one has a holder of its own, so that a process can't take what it holds itself.
  const holder = `${processName} ${randomUUID()}`
  const sureForMs = times.lengthMs - times.renewEveryMs
  let sureUntil = performance.now() + sureForMs
  let renewal: Promise<void> | null = null

  const isTaken = await writeTransaction(
    db,
    async (trx) =>
      (await mayTake(trx, await findHeldLeases(trx))) &&
      putLease(trx, { name, holder, note: readNote() }, times.lengthMs)
  )
  if (!isTaken) return null

  async function renew(): Promise<void> {
    // As long as the answer may have been on its way.
    const until = performance.now() + sureForMs
    const isOurs = await renewLease(db, { name, holder, note: readNote() }, times.lengthMs)
    sureUntil = isOurs ? until : Number.NEGATIVE_INFINITY
  }
  function renewOnce(): Promise<void> {
    renewal ??= renew().finally(() => {
      renewal = null
    })
    return renewal
  }
  const isSure = () => performance.now() < sureUntil
  const timer = setInterval(() => void renewOnce().catch(() => undefined), times.renewEveryMs)

  return {
    name,
    holder,
    isSure,
    isHeld: async () => {
      if (!isSure()) await renewOnce()
      return isSure()
    },
    release: async () => {
      clearInterval(timer)
      await renewal?.catch(() => undefined)
      sureUntil = Number.NEGATIVE_INFINITY
      await deleteLease(db, { name, holder })
    }
  }
}
