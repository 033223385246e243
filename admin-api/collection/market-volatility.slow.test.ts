import { expect, test } from 'vitest'
import { findChangedFacts } from '../estimates/changed-facts.ts'
import { marketVolatilityIndex } from '../estimator/estimator.ts'
import { startApi } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { pickJulyFacts } from '../testing/may-facts.ts'
import { pages } from '../testing/pages.ts'
import { createJobsHere } from '../testing/run-jobs-here.ts'
import { fillDatabase } from './first-database.ts'
import { saveUnderlyings } from './underlyings.ts'

const now = new Date('2026-07-09T02:00:00Z')
/** Estimates of JEPI use the VIX, which is the underlying of SVOL, and those of MSTY don't. */
const api = forEachTest(async () => {
  const started = await startApi({ content: 'tables' })
  const facts = pickJulyFacts(['JEPI', 'JEPQ', 'MSTY', 'SVOL'])
  await fillDatabase(started.db, facts, { now, queueChange: pages.queueChange })
  return started
})

async function save(closes: readonly { date: string; close: number }[]): Promise<void> {
  const { db } = api
  const { queueChange, isOwnPath } = pages
  const parts = { db, log: api.services.log, queueChange, isOwnPath, clock: () => now, backupFolder: '' }
  await createJobsHere(parts)(saveUnderlyings, {
    closes: closes.map((close) => ({ underlying: marketVolatilityIndex, source: 'Test market', ...close })),
    rebased: [],
    volatility: []
  })
}

async function readEstimates() {
  const rows = await api.db.selectFrom('estimate').select(['symbol', 'amount', 'made_at']).execute()
  return Object.fromEntries(rows.map(({ symbol, ...estimate }) => [symbol, estimate]))
}

test('new closes of the VIX change the estimates that use it in the same collection', async () => {
  const stored = await api.db
    .selectFrom('underlying_close')
    .select(['date', 'close'])
    .where('underlying', '=', marketVolatilityIndex)
    .where('date', '>=', '2026-06-01')
    .orderBy('date')
    .execute()
  const before = await readEstimates()
  await save(stored)
  expect(await readEstimates()).toEqual(before)

  await save(stored.map(({ date, close }) => ({ date, close: 2 * close })))
  const after = await readEstimates()
  expect(after['JEPI']?.amount).toBeGreaterThan(Number(before['JEPI']?.amount))
  expect(after['MSTY']).toEqual(before['MSTY'])
  expect(await findChangedFacts(api.db)).toBeNull()
})
