import { beforeEach, expect, test } from 'vitest'
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts'
import { makeFleetFunds, makeFundData } from '../testing/make-fund-data.ts'
import { $myFunds, pickMyFunds, readMyFunds } from './my-funds.ts'

let server: FakeServer

const msty = makeFundData(
  'MSTY',
  { '2026-06-03': 20 },
  {
    former_symbols: ['MSTX'],
    splits: [{ date: '2026-03-02', old_shares: 10, new_shares: 1, is_inferred: false }]
  }
)

beforeEach(() => {
  server = startFakeServer()
  server.always('/data/fleet-funds.json', makeFleetFunds([msty, makeFundData('CONY', { '2026-06-03': 5 })]))
  server.always('/data/msty.json', msty)
})

function store(...rows: [type: string, symbol: string, shares: number, date: string][]): void {
  const transactions = rows.map(([type, symbol, shares, date], i) => {
    return { id: String(i), account: '', type, symbol, shares, date, price: 10, fee: 0 }
  })
  const portfolio = { version: 2, transactions, methods: [], taxPercent: null, goal: null }
  localStorage.setItem('fleet', JSON.stringify(portfolio))
}

const mine = async () => [...(await readMyFunds()).symbols]

test('held funds count as my funds under their current symbols, and no other request names them', async () => {
  store(['buy', 'MSTX', 100, '2026-01-05'], ['buy', 'CONY', 10, '2026-01-05'])
  expect(await mine()).toEqual(['MSTY', 'CONY'])
  expect(server.calls).toEqual([])
})

test('a fund is sold when nothing is left after splits', async () => {
  store(['buy', 'MSTY', 100, '2026-01-05'], ['sell', 'MSTY', 10, '2026-04-01'])
  expect(await mine()).toEqual([])
  store(['buy', 'MSTY', 100, '2026-01-05'], ['sell', 'MSTY', 9, '2026-04-01'])
  expect(await mine()).toEqual(['MSTY'])
})

test('without a portfolio the picked funds are my funds', async () => {
  await pickMyFunds(['MSTY', 'CONY'])
  expect($myFunds.get()).toEqual({ symbols: new Set(['MSTY', 'CONY']), from: 'picks' })
  store(['buy', 'CONY', 10, '2026-01-05'])
  expect(await readMyFunds()).toEqual({ symbols: new Set(['CONY']), from: 'portfolio' })
  await pickMyFunds([])
  expect(localStorage.getItem('ownFunds')).toBeNull()
})

test('funds picked before a rename count under their current symbols', async () => {
  localStorage.setItem('ownFunds', '["MSTX","CONY"]')
  expect(await mine()).toEqual(['MSTY', 'CONY'])
})

test.each(['{broken', '"MSTY"', '[1]', '{"0":"MSTY"}', 'null'])(
  'picks stored as %s are removed',
  async (text) => {
    localStorage.setItem('ownFunds', text)
    expect(await mine()).toEqual([])
    expect(localStorage.getItem('ownFunds')).toBeNull()
  }
)
