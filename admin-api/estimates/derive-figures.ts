import type { CompiledQuery } from 'kysely'
import { writeLog } from '../admin-log/admin-log.db.ts'
import { createWalker, type Walk } from '../estimator/estimator.ts'
import { writeStanding } from '../funds/fund-standing.db.ts'
import { retryAfter } from '../funds/fund-state.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { deleteDeclared } from '../payments/declared-payments.db.ts'
import { cleanUpEstimates, settleMarks } from '../payments/manual-entries.db.ts'
import { runAll } from '../platform/database/rows.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import type { QueueChange } from '../publishing/page-kind.ts'
import { calculateFigures, type Figures, type StandingChange } from './calculate-figures.ts'
import { findChangedFacts, forgetChangedFacts } from './changed-facts.ts'
import { prepareComing } from './coming-payments.db.ts'
import { prepareEstimates } from './estimates.db.ts'
import { type FigureInputs, readInputs } from './figure-inputs.ts'
import type { Job } from './job.ts'
import { prepareOutlooks } from './outlooks.db.ts'
import { findNewestSignature } from './signed-record.db.ts'
import { storeRecord } from './update-track-record.ts'

export type DeriveParts = { db: Db; now: Date; queueChange: QueueChange }
type WalkFunction = (histories: readonly FundHistory[], asOf: IsoDay) => Walk

/** Other processes may change facts during each walk. */
const maxAttempts = 3

/** Keeps the thread's last walk, because the next change affects only a part of it. */
const walker = createWalker()

/**
 * Derives all figures from facts that changed: estimates, coming payments, states of funds, the track record and its
 * signatures, and the queue of changed pages. They are calculated without a lock and stored in one transaction, unless
 * facts changed meanwhile; then it begins again. Families share parameters, so a payment of one fund may change the
 * estimate of another. Does nothing if all figures are derived.
 * @param walk walkHistory() where nothing of the walk should stay in memory
 * @returns the symbols of funds that are shown differently
 */
export async function deriveFigures(
  parts: DeriveParts,
  walk: WalkFunction = walker.walk
): Promise<readonly string[]> {
  const { db, now } = parts
  const readOnly = db.transaction().setAccessMode('read only')
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    const inputs = await readOnly.execute((trx) => readInputs(trx, now))
    if (inputs === null) return []
    const derived = await derive(db, inputs, now, walk)
    const changed = await writeTransaction(db, async (trx) =>
      (await isCurrent(trx, inputs)) ? storeDerived(trx, derived, parts) : null
    )
    if (changed !== null) return changed
  }
  return writeTransaction(db, async (trx) => {
    const inputs = await readInputs(trx, now)
    return inputs === null ? [] : storeDerived(trx, await derive(trx, inputs, now, walk), parts)
  })
}

/** Derives figures from facts that changed in any process. */
export const deriveFiguresJob: Job<null, void> = {
  name: 'derive-figures',
  run: async (parts) => {
    await deriveFigures(parts)
  }
}

/** Whether neither facts nor the track record changed since they were read. */
async function isCurrent(trx: Trx, { changed, record }: FigureInputs): Promise<boolean> {
  const newest = await findChangedFacts(trx)
  return (
    newest?.revision === changed.revision &&
    ((await findNewestSignature(trx))?.number ?? 0) === record.signature
  )
}

type Derived = {
  inputs: FigureInputs
  /** Null without any price. */
  figures: Figures | null
  /** Store estimates, outlooks and coming payments; built beforehand, because that takes longer than running them. */
  statements: readonly CompiledQuery[]
}

async function derive(db: Db, inputs: FigureInputs, now: Date, walk: WalkFunction): Promise<Derived> {
  const { asOf, histories } = inputs
  if (asOf === null) return { inputs, figures: null, statements: [] }
  const figures = calculateFigures(inputs, walk(histories, asOf), asOf, now)
  const { estimates, explanations, outlooks } = figures
  const statements = [
    ...prepareEstimates(db, estimates, explanations),
    ...prepareOutlooks(db, outlooks),
    ...(await prepareComing(db, outlooks.replaced, outlooks.coming))
  ]
  return { inputs, figures, statements }
}

/** @returns the symbols of funds that are shown differently */
async function storeDerived(
  trx: Trx,
  { inputs, figures, statements }: Derived,
  { now, queueChange }: DeriveParts
): Promise<readonly string[]> {
  await forgetChangedFacts(trx)
  for (const symbol of inputs.changed.edited) await queueChange(trx, { kind: 'fund-edited', symbol }, now)
  if (figures === null) return []
  for (const change of figures.standings) await storeStanding(trx, change, now)
  await deleteDeclared(trx, inputs.obsolete)
  await runAll(trx, statements)
  await cleanUpEstimates(trx)
  await settleMarks(trx)
  const scored = await storeRecord(trx, figures.record, now)
  const { changed } = figures
  if (changed.length > 0) await queueChange(trx, { kind: 'figures', symbols: new Set(changed) }, now)
  if (scored !== null) await queueChange(trx, { kind: 'record', scored }, now)
  return changed
}

async function storeStanding(trx: Trx, { standing, message }: StandingChange, now: Date): Promise<void> {
  const ask_again_on = standing.state === 'open' ? null : retryAfter(toNewYorkTime(now).day)
  await writeStanding(trx, { ...standing, ask_again_on })
  const log = { level: 'WARNING', category: 'SYSTEM', action: 'UPDATE' } as const
  await writeLog(trx, { ...log, symbol: standing.symbol, message, metadata: { ...standing } }, now)
}
