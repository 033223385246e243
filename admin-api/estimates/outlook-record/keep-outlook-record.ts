import { methodVersion } from '../../estimator/estimator.ts'
import { findNewestPriceDay } from '../../funds/newest-day.db.ts'
import { toNewYorkTime } from '../../market-days/sessions.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { findFundHistories } from '../../payments/fund-histories.db.ts'
import { readMeta, writeMeta } from '../../platform/database/meta.db.ts'
import type { Db, Trx } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { readFiguresRevision } from '../../publishing/figures-revision.db.ts'
import type { Job, RunJob } from '../job.ts'
import { backtestOutlooks } from './backtest-outlooks.ts'
import { freezeOutlooks } from './freeze-outlooks.ts'
import {
  addOutlooks,
  deleteOldBacktests,
  type FrozenOutlook,
  findOutlookSessions
} from './outlook-record.db.ts'
import { openedSessions, sessionToFreeze } from './outlook-sessions.ts'
import { scoreEndedOutlooks } from './score-outlooks.ts'

/** Sessions of a job, so that other jobs don't wait for the backtest of years. */
const sessionsAtOnce = 6

/** Describes all that the record follows from, as of the last job: nothing has to be done while it is the same. */
const keptKey = 'outlook-record-kept'
/** Method and session of the newest backtest, in which some funds may have no outlook. */
const backtestedKey = 'outlooks-backtested'

/**
 * Brings the record of outlooks up to date: freezes those of a session that is about to open, backtests sessions without
 * frozen ones, some at a time, and scores those whose end has passed.
 * @returns whether sessions are left to backtest
 */
export const keepOutlooks: Job<null, boolean> = {
  name: 'keep-outlook-record',
  turn: 'last',
  run: async ({ db, now, queueChange }) => {
    const missing = await findMissingSessions(db, now)
    const sessions = missing.slice(0, sessionsAtOnce)
    const funds = sessions.length > 0 ? await findFundHistories(db) : []
    const backtested = backtestOutlooks(funds, sessions, now)
    return writeTransaction(db, async (trx) => {
      const frozen = await freezeOutlooks(trx, now)
      const added = await addBacktested(trx, { rows: backtested, sessions })
      const scored = await scoreEndedOutlooks(trx, now)
      if (frozen + added + scored > 0) await queueChange(trx, { kind: 'record', scored: [] }, now)
      const isMore = missing.length > sessions.length
      if (!isMore) await writeMeta(trx, keptKey, await describeState(trx, now))
      return isMore
    })
  }
}

async function addBacktested(
  trx: Trx,
  { rows, sessions }: { rows: readonly FrozenOutlook[]; sessions: readonly IsoDay[] }
): Promise<number> {
  const last = sessions.at(-1)
  if (last === undefined) return 0
  await deleteOldBacktests(trx, methodVersion)
  // Another process may have added or frozen some since.
  const frozen = await findOutlookSessions(trx, 'live')
  const replayed = await findOutlookSessions(trx, 'replayed')
  const added = rows.filter(({ session }) => !frozen.has(session) && !replayed.has(session))
  await addOutlooks(trx, added)
  await writeMeta(trx, backtestedKey, `${methodVersion} ${last}`)
  return added.length
}

/** First sessions of months without frozen outlooks that were not backtested by this method yet, oldest first. */
async function findMissingSessions(db: Db, now: Date): Promise<IsoDay[]> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return []
  const [method, last = ''] = ((await readMeta(db, backtestedKey)) ?? '').split(' ')
  const frozen = await findOutlookSessions(db, 'live')
  const since = method === methodVersion ? last : ''
  return openedSessions(now, asOf).filter((session) => session > since && !frozen.has(session))
}

async function describeState(db: Db, now: Date): Promise<string> {
  const asOf = await findNewestPriceDay(db)
  const session = asOf === null ? null : sessionToFreeze(now, asOf)
  const month = toNewYorkTime(now).day.slice(0, 7)
  return JSON.stringify([methodVersion, await readFiguresRevision(db), month, session])
}

/** Runs the jobs that bring the record of outlooks up to date, if anything may have changed since. */
export async function keepOutlookRecord({
  db,
  clock,
  runJob
}: {
  db: Db
  clock: () => Date
  runJob: RunJob
}): Promise<void> {
  if ((await readMeta(db, keptKey)) === (await describeState(db, clock()))) return
  while (await runJob(keepOutlooks, null));
}
