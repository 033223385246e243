import type { Kysely } from 'kysely'
import { type CollectionScope, collectionGroups } from '../contract/collection.ts'
import { deleteEndedLeases, findEndedLeases, findHeldLeases, type Lease } from '../platform/database/leases/leases.db.ts'
import { type HeldLease, type LeaseTimes, takeLease } from '../platform/database/leases/take-lease.ts'
import type { Database } from '../platform/database/schema.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { CollectionProgress } from '../services.ts'

const prefix = 'collecting '

/**
 * The lease of a collection, whose note says how far it is. Whoever collects all funds also does what others left undone.
 * @throws ApiError when any of it is being collected already, by this process or another
 */
export async function takeCollection(
  db: Kysely<Database>,
  progress: CollectionProgress,
  times?: LeaseTimes
): Promise<HeldLease> {
  const scope = progress.group
  const lease = await takeLease(db, `${prefix}${scope}`, {
    times,
    readNote: () => JSON.stringify(progress),
    mayTake: async (trx, held) => {
      refuseBeside(scope, held.flatMap(scopeOf))
      if (scope === 'all') await deleteEndedLeases(trx, (name) => name.startsWith(prefix))
      return true
    }
  })
  if (lease === null) throw isRunning(scope)
  return lease
}

/** For who finds that another process holds the lease by now. */
export function lostCollection(): ApiError {
  return new ApiError(
    'conflict',
    'The database could not be reached for too long, so this collection has ended and nothing of it was kept.'
  )
}

/** What is being collected, as it was when its lease was last renewed. */
export async function findCollections(
  db: Kysely<Database>
): Promise<{ holder: string; progress: CollectionProgress }[]> {
  return (await findHeldLeases(db)).flatMap((lease) =>
    scopeOf(lease).map((group) => ({
      holder: lease.holder,
      progress: { group, done: 0, total: 0, current: null, ...readNote(lease) }
    }))
  )
}

/** Whether a collection ended without saying so: whoever did it was killed, or lost the database. */
export async function wasCutOff(db: Kysely<Database>): Promise<boolean> {
  return (await findEndedLeases(db)).some(({ name }) => name.startsWith(prefix))
}

function refuseBeside(scope: CollectionScope, running: readonly CollectionScope[]): void {
  if (scope === 'all' && running.length > 0) throw isRunning(scope)
  if (running.includes('all'))
    throw new ApiError('conflict', 'All groups are being collected already. Please wait for it.')
  if (running.includes(scope)) throw isRunning(scope)
}

function isRunning(scope: CollectionScope): ApiError {
  return new ApiError(
    'conflict',
    scope === 'all'
      ? 'A collection is running already. Please wait for it.'
      : `The group ${scope} is being collected already. Please wait for it.`
  )
}

/** What a lease is about; nothing where it is about something else than collecting. */
function scopeOf({ name }: Lease): CollectionScope[] {
  const scope = name.startsWith(prefix) ? name.slice(prefix.length) : ''
  return scope === 'all' || scope in collectionGroups ? [scope as CollectionScope] : []
}

function readNote({ note }: Lease): Partial<CollectionProgress> {
  return note === null ? {} : JSON.parse(note)
}
