import { createHash } from 'node:crypto'
import { createWalker, type Walk, walkHistory } from '../estimator/estimator.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import type { Db, Trx } from '../platform/database/schema.ts'

type WalkInputs = { histories: readonly FundHistory[]; asOf: IsoDay }
/** A walk, and a digest of the histories that it went through. */
export type FinishedWalk = { digest: string; walk: Walk }
type Work<Result> = (trx: Trx) => Promise<Result>

/** Ends a transaction that needs a walk, so that the walk doesn't keep other writers waiting. */
class WalkNeeded extends Error {
  readonly inputs: WalkInputs

  constructor(inputs: WalkInputs) {
    super('estimates are calculated before the transaction that stores them')
    this.inputs = inputs
  }
}

/** Other processes may change figures during each walk. */
const maxAttempts = 3

/** Keeps the back office's last walk, because its next job changes only a part of it. */
const walker = createWalker()

/** Transactions that must end with WalkNeeded instead of walking. */
const mayNotWalk = new WeakSet<Db>()
/** Walks that were finished before their transaction began, for the histories that it probably reads. */
const preparedWalkOf = new WeakMap<Db, FinishedWalk>()

/** Lets a transaction use a finished walk, if its histories turn out to be the same. */
export function offerWalk(trx: Trx, walk: FinishedWalk): void {
  preparedWalkOf.set(trx, walk)
}

export function calculateWalk(inputs: WalkInputs): FinishedWalk {
  return { digest: digest(inputs), walk: walkHistory(inputs.histories, inputs.asOf) }
}

/**
 * Runs work that recalculates estimates without holding the write lock while they are calculated. The first attempt ends
 * with a rollback when it needs them; they are then calculated from the changed histories it has read, and `work` runs
 * again. This repeats if the histories have changed meanwhile; the last attempt calculates with the lock held.
 * @param work may run several times: its only effects must be those of its transaction
 */
export async function writeEstimates<Result>(
  write: <R>(work: Work<R>) => Promise<R>,
  work: Work<Result>
): Promise<Result> {
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    try {
      return await write((trx) => {
        mayNotWalk.add(trx)
        return work(trx)
      })
    } catch (error) {
      if (!(error instanceof WalkNeeded)) throw error
      const { histories, asOf } = error.inputs
      walker.walk(histories, asOf).outlooks()
    }
  }
  return write(work)
}

/**
 * Result of walkHistory(), calculated outside the transaction if writeEstimates() started it.
 * @throws WalkNeeded, which writeEstimates() catches
 */
export function walkFor(trx: Trx, inputs: WalkInputs): Walk {
  const prepared = preparedWalkOf.get(trx)
  if (prepared !== undefined && prepared.digest === digest(inputs)) return prepared.walk
  const { histories, asOf } = inputs
  if (!mayNotWalk.has(trx)) return walkHistory(histories, asOf)
  const finished = walker.find(histories, asOf)
  if (finished === null) throw new WalkNeeded(inputs)
  return finished
}

/** Calculates what writeEstimates() will need if nothing changes, and the largest part of it if a payment does. */
export function walkAhead({ histories, asOf }: WalkInputs): void {
  walker.walk(histories, asOf).outlooks()
}

function digest({ histories, asOf }: WalkInputs): string {
  return createHash('sha256')
    .update(JSON.stringify([asOf, histories]))
    .digest('hex')
}
