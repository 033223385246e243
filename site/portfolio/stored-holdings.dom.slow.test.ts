import { expect, test } from 'vitest'
import { refetchAll } from '../lib/query.ts'
import { startFakeServer } from '../testing/fake-server.ts'
import { makeFleetFunds, makeWeeklyFund } from '../testing/make-fund-data.ts'
import { readOwnWeeks } from './stored-holdings.ts'

test('the sum of the coming weeks is none if the file of all funds could not be loaded', async () => {
  const server = startFakeServer()
  const first = { ...makeWeeklyFund(), symbol: 'AAAY' }
  const second = { ...first, symbol: 'BBBY' }
  const bought = { type: 'buy', date: '2026-05-28', price: 22, fee: 0, account: '', shares: 100 }
  const transactions = [first, second].map(({ symbol }) => ({ ...bought, symbol, id: symbol }))
  localStorage.setItem(
    'fleet',
    JSON.stringify({ version: 2, transactions, methods: [], taxPercent: null, goal: null })
  )
  // The list of the other test may be cached.
  await refetchAll()
  expect(await readOwnWeeks('2026-06-03')).toBeNull()
  // $0.50 a share this week and next, from both.
  server.always('/data/fleet-funds.json', makeFleetFunds([first, second]))
  expect(await readOwnWeeks('2026-06-03')).toEqual({ week: 100, paid: 0, nextWeek: 100 })
})

test('the coming weeks count holdings that the site doesn’t cover, without requesting them', async () => {
  const server = startFakeServer()
  server.always('/data/fleet-funds.json', makeFleetFunds([makeWeeklyFund()]))
  const booked = { account: '', symbol: 'SCHD' }
  const paid = ['2026-02-27', '2026-03-27', '2026-04-27', '2026-06-01'].map((date) => ({
    ...booked,
    id: date,
    type: 'cash',
    date,
    amount: 26
  }))
  const bought = { ...booked, id: 'b', type: 'buy', date: '2026-01-05', shares: 100, price: 27, fee: 0 }
  localStorage.setItem(
    'fleet',
    JSON.stringify({
      version: 2,
      transactions: [bought, ...paid],
      methods: [],
      taxPercent: null,
      goal: null
    })
  )
  await refetchAll()
  expect(await readOwnWeeks('2026-06-03')).toEqual({ week: 26, paid: 26, nextWeek: 0 })
  expect(server.calls.filter(({ path }) => /schd/i.test(path))).toEqual([])
})
