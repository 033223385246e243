import { expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { findUnsettled } from './quiet-funds.ts'

const database = forAllTests(() => openTestDatabase('two-funds'))
const funds = ['MSTY', 'QQQT']
const today = '2026-05-30'
/** The last stored payments. */
const stored = [
  { symbol: 'MSTY', exDate: '2026-05-28' },
  { symbol: 'QQQT', exDate: '2026-05-07' }
]

function findNeedingChart(paid: readonly { symbol: string; exDate: string }[]) {
  const payments = paid.map((payment) => ({ ...payment, payDate: null, declaredOn: null, amountAsPaid: 0.3 }))
  return findUnsettled(database.db, funds, { name: 'Nasdaq', payments, fault: null }, today)
}

test('a fund needs no chart while the second source reports only payments that are stored', async () => {
  expect(await findNeedingChart(stored)).toEqual([])
  // Announced, not paid.
  expect(await findNeedingChart([...stored, { symbol: 'MSTY', exDate: '2026-06-04' }])).toEqual([])
})

test('a fund with an unknown payment or no data at all needs a chart', async () => {
  expect(await findNeedingChart([...stored, { symbol: 'QQQT', exDate: '2026-05-29' }])).toEqual(['QQQT'])
  expect(await findNeedingChart(stored.slice(0, 1))).toEqual(['QQQT'])
})

test('without a response from the second source all funds need a chart', async () => {
  const failed = { name: 'Nasdaq', payments: [], fault: 'Nasdaq could not be reached.' }
  expect(await findUnsettled(database.db, funds, failed, today)).toEqual(funds)
  expect(await findUnsettled(database.db, funds, null, today)).toEqual(funds)
})
