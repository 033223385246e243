import { expect, test } from 'vitest'
import { walkHistory } from '../estimator/estimator.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { merkleRootOfTexts } from '../signed-record/merkle-tree.ts'
import { openTestDatabase, seededAt } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { makeFrozen } from '../testing/make.ts'
import { pages } from '../testing/pages.ts'
import { readQueuedPaths } from '../testing/read-queued-paths.ts'
import { refreshFigures } from '../testing/refresh-figures.ts'
import { findChangedFacts, noteChangedFacts } from './changed-facts.ts'
import { deriveFigures } from './derive-figures.ts'
import { addToRecord } from './estimate-record.db.ts'
import { signEstimates } from './sign-estimates.ts'
import { findLeaves, findNewestSignature } from './signed-record.db.ts'

const database = forEachTest(() => openTestDatabase(['MSTY', 'QQQT']))
const parts = { now: seededAt, queueChange: pages.queueChange }

async function setLatestPayment(db: Db, symbol: string, amount: number): Promise<void> {
  const { ex_date } = await db
    .selectFrom('dividend_history')
    .select('ex_date')
    .where('symbol', '=', symbol)
    .where('amount', 'is not', null)
    .orderBy('ex_date', 'desc')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('dividend_history')
    .set({ amount })
    .where('symbol', '=', symbol)
    .where('ex_date', '=', ex_date)
    .execute()
}

async function readEstimates(db: Db): Promise<unknown[]> {
  const estimates = await db.selectFrom('estimate').selectAll().orderBy('symbol').execute()
  const explanations = await db.selectFrom('estimate_explanation').selectAll().orderBy('symbol').execute()
  return [estimates, explanations]
}

const change = (db: Db, symbol: string, amount: number) =>
  writeTransaction(db, async (trx) => {
    await setLatestPayment(trx, symbol, amount)
    await noteChangedFacts(trx, { now: seededAt, closes: false })
  })

/** walkHistory() with functions that run during each walk, while nothing is locked. */
function walkMeanwhile(...during: (() => void)[]): typeof walkHistory {
  return (histories, asOf) => {
    during.shift()?.()
    return walkHistory(histories, asOf)
  }
}

test('other transactions write while figures are calculated, and their changes are included', async () => {
  const { db } = database
  await refreshFigures({ ...parts, db })
  await change(db, 'MSTY', 0.5)
  const writes: Promise<void>[] = []
  const meanwhile = () => void writes.push(change(db, 'QQQT', 0.4))
  const changed = await deriveFigures({ ...parts, db }, walkMeanwhile(meanwhile))
  expect(changed).toEqual(['MSTY', 'QQQT'])
  expect(await findChangedFacts(db)).toBeNull()
  const stored = await readEstimates(db)
  await db.deleteFrom('estimate_explanation').execute()
  await refreshFigures({ ...parts, db })
  expect(await readEstimates(db)).toEqual(stored)
  await Promise.all(writes)
})

test('facts that change during every walk are derived in the end', async () => {
  const { db } = database
  let amount = 0.4
  const meanwhile = () => {
    amount += 0.01
    writes.push(change(db, 'QQQT', amount))
  }
  const writes: Promise<void>[] = []
  await change(db, 'QQQT', amount)
  await deriveFigures({ ...parts, db }, walkMeanwhile(meanwhile, meanwhile))
  await Promise.all(writes)
  const { latest_amount } = await db
    .selectFrom('estimate')
    .select('latest_amount')
    .where('symbol', '=', 'QQQT')
    .executeTakeFirstOrThrow()
  expect(latest_amount).toBeCloseTo(0.42)
  expect(await findChangedFacts(db)).toBeNull()
})

test('an estimate that another process signs during a walk keeps its place in the chain', async () => {
  const { db } = database
  await refreshFigures({ ...parts, db })
  const findLive = () =>
    db
      .selectFrom('estimate_record')
      .select(['symbol', 'version', 'signed_on'])
      .where('origin', '=', 'live')
      .where('symbol', '=', 'MSTY')
      .orderBy('version')
      .execute()
  const before = await findLive()
  const version = (before.at(-1)?.version ?? 0) + 1
  const signed: Promise<void>[] = []
  const sign = () =>
    writeTransaction(db, async (trx) => {
      await addToRecord(trx, [makeFrozen({ symbol: 'MSTY', ex_date: '2026-06-04', version })])
      await signEstimates(trx, seededAt)
    })
  await change(db, 'MSTY', 0.5)
  await deriveFigures(
    { ...parts, db },
    walkMeanwhile(() => signed.push(sign()))
  )
  await Promise.all(signed)
  const after = await findLive()
  expect(after.map((row) => row.version)).toEqual([...before.map((row) => row.version), version, version + 1])
  expect(after.filter((row) => row.signed_on === null)).toEqual([])
  const leaves = await db.selectFrom('record_leaf').select('leaf').where('day', '=', '2026-06-01').execute()
  expect(new Set(leaves.map(({ leaf }) => leaf)).size).toBe(leaves.length)
  const newest = await findNewestSignature(db)
  expect(newest?.leaves).toBe(leaves.length)
  expect(newest?.root).toBe(await merkleRootOfTexts(await findLeaves(db, '2026-06-01')))
})

test('changes that were not derived keep the time of the first, and their funds are rendered first', async () => {
  const { db } = database
  const at = (time: string) => new Date(`2026-06-01T${time}Z`)
  const edit = (symbol: string, now: Date) =>
    writeTransaction(db, (trx) => noteChangedFacts(trx, { now, closes: false, edited: [symbol] }))
  await edit('QQQT', at('12:00:00'))
  await edit('MSTY', at('12:00:05'))
  expect(await findChangedFacts(db)).toMatchObject({
    since: '2026-06-01T12:00:00.000Z',
    edited: ['QQQT', 'MSTY']
  })
  await db.deleteFrom('page_change').execute()
  await deriveFigures({ ...parts, db })
  const queued = await readQueuedPaths(db)
  expect(queued.slice(0, 2).sort()).toEqual(['/msty', '/qqqt'])
  expect(await findChangedFacts(db)).toBeNull()
})

test('a change that fails leaves nothing to derive', async () => {
  const { db } = database
  const failed = writeTransaction(db, async (trx) => {
    await noteChangedFacts(trx, { now: seededAt, closes: true })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await findChangedFacts(db)).toBeNull()
})
