import { expect, test } from 'vitest'
import { startFakeServer } from '../testing/fake-server.ts'
import { makeFundsData, makeWeeklyFund } from '../testing/make-fund-data.ts'
import { readOwnWeeks } from './stored-holdings.ts'

test('the sum of the coming weeks is none if the file of one fund could not be loaded', async () => {
  const server = startFakeServer()
  const first = { ...makeWeeklyFund(), symbol: 'AAAY' }
  const second = { ...first, symbol: 'BBBY' }
  server.always('/data/funds.json', makeFundsData([first, second]))
  server.always('/data/aaay.json', first)
  const bought = { type: 'buy', date: '2026-05-28', price: 22, fee: 0, account: '', shares: 100 }
  const transactions = [first, second].map(({ symbol }) => ({ ...bought, symbol, id: symbol }))
  localStorage.setItem(
    'fleet',
    JSON.stringify({ version: 2, transactions, methods: [], taxPercent: null, goal: null })
  )
  expect(await readOwnWeeks('2026-06-03')).toBeNull()
  // $0.50 a share this week and next, from both.
  server.always('/data/bbby.json', second)
  expect(await readOwnWeeks('2026-06-03')).toEqual({ week: 100, paid: 0, nextWeek: 100 })
})
