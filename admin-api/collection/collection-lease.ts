import { type CollectionScope, collectionGroups } from '../contract/collection.ts'
import {
  deleteEndedLeases,
  findEndedLeases,
  findHeldLeases,
  type HeldLease,
  type Lease,
  type LeaseTimes,
  takeLease
} from '../platform/database/leases/leases.ts'
import { readMetaValue, writeMetaValue } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { ApiError } from '../platform/http/errors.ts'

export type CollectionProgress = {
  group: CollectionScope
  done: number
  total: number
  /** Null while the responses are being written. */
  current: string | null
  /** The funds are stored; their underlyings are being collected. */
  isStored?: boolean
}

const prefix = 'collecting '
/** Holders of the leases of collections that the operator wants to stop. */
const stopKey = 'collections-to-stop'

/**
 * Lease of a collection, with its progress as the note. A collection of all funds also completes interrupted ones.
 * @throws ApiError if any of its funds are already being collected, by this process or another
 */
export async function takeCollection(
  db: Db,
  progress: CollectionProgress,
  times?: LeaseTimes
): Promise<HeldLease> {
  const scope = progress.group
  const lease = await takeLease(db, `${prefix}${scope}`, {
    times,
    readNote: () => JSON.stringify(progress),
    mayTake: async (trx, held) => {
      refuseConcurrent(scope, held.flatMap(scopeOf))
      if (scope === 'all') await deleteEndedLeases(trx, (name) => name.startsWith(prefix))
      return true
    }
  })
  if (lease === null) throw alreadyRunning(scope)
  return lease
}

/** Error of a collection whose lease was taken by another process. */
export function lostCollection(): ApiError {
  return new ApiError(
    'conflict',
    'The database could not be reached for too long, so this collection has stopped and nothing was saved.'
  )
}

const notRunning = 'This collection isn’t running.'

/**
 * Asks a running collection, in any process, to finish its current fund and save what it has.
 * @throws ApiError if it isn't running
 */
export async function requestStop(db: Db, scope: CollectionScope): Promise<void> {
  await writeTransaction(db, async (trx) => {
    const running = await findCollections(trx)
    const asked = running.find(({ progress }) => progress.group === scope)
    if (asked === undefined) throw new ApiError('not-found', notRunning)
    const holders = running.map(({ holder }) => holder)
    const before = (await readMetaValue<string[]>(trx, stopKey)) ?? []
    await writeMetaValue(trx, stopKey, [...before.filter((each) => holders.includes(each)), asked.holder])
  })
}

/** Whether the operator asked the collection with this lease to stop. */
export async function isToStop(db: Db, { holder }: Pick<HeldLease, 'holder'>): Promise<boolean> {
  return (await readMetaValue<string[]>(db, stopKey))?.includes(holder) ?? false
}

/** Running collections, as of the last renewal of their leases. */
export async function findCollections(db: Db): Promise<{ holder: string; progress: CollectionProgress }[]> {
  return (await findHeldLeases(db)).flatMap((lease) =>
    scopeOf(lease).map((group) => ({
      holder: lease.holder,
      progress: { group, done: 0, total: 0, current: null, ...readNote(lease) }
    }))
  )
}

/** Whether a collection ended without releasing its lease: its process was killed or lost the database. */
export async function wasInterrupted(db: Db): Promise<boolean> {
  return (await findEndedLeases(db)).some(({ name }) => name.startsWith(prefix))
}

function refuseConcurrent(scope: CollectionScope, running: readonly CollectionScope[]): void {
  if (scope === 'all' && running.length > 0) throw alreadyRunning(scope)
  if (running.includes('all'))
    throw new ApiError('conflict', 'All groups are already being collected. Please wait.')
  if (running.includes(scope)) throw alreadyRunning(scope)
}

function alreadyRunning(scope: CollectionScope): ApiError {
  return new ApiError(
    'conflict',
    scope === 'all'
      ? 'A collection is already running. Please wait.'
      : `The group ${scope} is already being collected. Please wait.`
  )
}

/** Scope of a lease; empty if it isn't a collection. */
function scopeOf({ name }: Lease): CollectionScope[] {
  const scope = name.startsWith(prefix) ? name.slice(prefix.length) : ''
  return scope === 'all' || scope in collectionGroups ? [scope as CollectionScope] : []
}

function readNote({ note }: Lease): Partial<CollectionProgress> {
  return note === null ? {} : JSON.parse(note)
}
