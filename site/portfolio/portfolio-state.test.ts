import { expect, test } from 'vitest'
import { kindOf, type Trade } from './ledger/transaction.ts'
import { type PortfolioEvent, reducePortfolio, shownPortfolio, unreadPortfolio } from './portfolio-state.ts'
import {
  emptyPortfolio,
  faultOfStored,
  formatPortfolio,
  type Portfolio,
  parsePortfolio
} from './stored-portfolio.ts'

const buy = (id: string, shares = 100): Trade => ({
  id,
  account: '',
  type: 'buy',
  symbol: 'MSTY',
  shares,
  date: '2026-05-04',
  price: null,
  fee: 0
})
const portfolio = (...transactions: Trade[]): Portfolio => ({ ...emptyPortfolio, transactions })
const after = (...events: PortfolioEvent[]) => events.reduce(reducePortfolio, unreadPortfolio)
const read = (own: Portfolio): PortfolioEvent => ({
  type: 'read',
  found: { status: 'readable', portfolio: own }
})
const put = (...transactions: Trade[]): PortfolioEvent => ({
  type: 'changed',
  change: { type: 'put', transactions }
})

test('a transaction with a known id is replaced in place, another one is added', () => {
  const { own } = after(read(portfolio(buy('a'), buy('b'))), put(buy('a', 5), buy('c')))
  expect(own.transactions).toEqual([buy('a', 5), buy('b'), buy('c')])
})

test('a transaction that another tab removed during an edit is restored when saved', () => {
  expect(after(read(portfolio(buy('a'))), read(portfolio()), put(buy('a', 7))).own.transactions).toEqual([
    buy('a', 7)
  ])
})

test('changes apply to the example, and the visitor’s own portfolio is unchanged after leaving it', () => {
  const played = after(
    read(portfolio(buy('a'))),
    { type: 'example-shown', portfolio: portfolio(buy('x')) },
    { type: 'changed', change: { type: 'clear' } }
  )
  expect(shownPortfolio(played).transactions).toEqual([])
  expect(shownPortfolio(reducePortfolio(played, { type: 'example-left' })).transactions).toEqual([buy('a')])
})

test("unsaved changes stay on screen and are merged with another tab's", () => {
  const full = after(read(portfolio(buy('a'))), put(buy('b')), { type: 'written', isSaved: false })
  expect(full.storage).toBe('full')
  const joined = reducePortfolio(full, read(portfolio(buy('c'))))
  expect(joined.own.transactions.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  expect(joined.storage).toBe('full')
  expect(reducePortfolio(joined, { type: 'written', isSaved: true }).storage).toBe('saved')
})

test('closed storage stays closed after a failed write', () => {
  const closed = after({ type: 'read', found: { status: 'closed' } }, put(buy('a')), {
    type: 'written',
    isSaved: false
  })
  expect(closed).toMatchObject({ storage: 'closed', own: portfolio(buy('a')) })
})

test('a restored backup removes nothing', () => {
  const { own } = after(read({ ...portfolio(buy('a'), buy('b')), goal: 500 }), {
    type: 'changed',
    change: { type: 'restore', portfolio: { ...portfolio(buy('b', 9), buy('c', 5)), taxPercent: 20 } }
  })
  expect(own).toEqual({ ...portfolio(buy('a'), buy('b', 9), buy('c', 5)), taxPercent: 20, goal: 500 })
})

test('a currency and an income goal are part of a backup, and a rate that can’t be read is dollars again', () => {
  const settings = { incomeGoal: 900, currency: { code: 'EUR', perDollar: 0.92, enteredOn: '2026-06-03' } }
  const set: PortfolioEvent = { type: 'changed', change: { type: 'set', settings } }
  const { own } = after(read(portfolio(buy('a'))), set)
  const backup = parsePortfolio(formatPortfolio(own))
  expect(backup).toEqual({ status: 'readable', portfolio: { ...portfolio(buy('a')), ...settings } })
  const restored = after(read(portfolio()), {
    type: 'changed',
    change: { type: 'restore', portfolio: own }
  })
  expect(restored.own).toMatchObject(settings)
  for (const perDollar of [0, -1, '0.92', 1e9]) {
    const text = JSON.stringify({ ...own, currency: { ...settings.currency, perDollar } })
    expect(parsePortfolio(text)).toMatchObject({
      status: 'readable',
      portfolio: { transactions: [buy('a')], currency: undefined }
    })
  }
})

test('1099-DIV forms are stored by account and year, are part of a backup, and replace only themselves', () => {
  const form = { account: 'A', year: '2025', box1a: 5, box1b: null, box2a: null, box3: 245 }
  const other = { ...form, year: '2024' }
  const setForm = (box3: number): PortfolioEvent => ({
    type: 'changed',
    change: { type: 'put', forms: [{ ...form, box3 }] }
  })
  const { own } = after(read(portfolio(buy('a'))), setForm(20), setForm(245))
  expect(own.forms).toEqual([form])
  expect(parsePortfolio(formatPortfolio(own))).toEqual({ status: 'readable', portfolio: own })
  const restored = after(read({ ...portfolio(buy('a')), forms: [other, { ...form, box3: 1 }] }), {
    type: 'changed',
    change: { type: 'restore', portfolio: own }
  })
  expect(restored.own.forms).toEqual([other, form])
})

test.each(['no json', '{"version":3,"transactions":[],"methods":[],"taxPercent":null,"goal":null}'])(
  'text that is not a portfolio of a known version is returned unchanged: %s',
  (text) => {
    expect(parsePortfolio(text)).toEqual({ status: 'unreadable', text })
  }
)

/** Rows that imports of July 2026 stored, each with the reason why it can't be read back. */
const unusable: [row: unknown, reason: string][] = [
  [{ ...buy('p'), price: -5 }, 'The price must be from 0 to 1,000,000 dollars, or empty.'],
  [{ ...buy('h'), price: 1_200_000 }, 'The price must be from 0 to 1,000,000 dollars, or empty.'],
  [{ ...buy('f'), fee: -1 }, 'The fee must be a number of dollars, or empty.'],
  [{ ...buy('s'), shares: 0 }, 'The shares must be a number above 0, up to 9,999,999.'],
  [{ ...buy('d'), date: '2026-02-30' }, 'The date can’t be read.'],
  [{ ...buy('b'), boughtOn: 'May' }, 'The day of the original purchase can’t be read.'],
  [{ ...buy(''), id: '' }, 'The id can’t be read.'],
  [{ ...buy('n'), account: 'x'.repeat(61) }, 'The name of the account is longer than 60 characters.'],
  [{ ...buy('t'), type: 'spin-off' }, 'This kind of transaction isn’t known.'],
  [{ ...buy('c'), type: 'cash', amount: 2e9 }, 'The amount must be a number of dollars.'],
  ['MSTY', 'This is not a transaction.']
]

test('a stored transaction that is invalid is set aside with its text, and the others are read', () => {
  const rows = unusable.map(([row]) => row)
  const text = JSON.stringify({ ...portfolio(buy('a')), transactions: [...rows, buy('a')], goal: 9 })
  const stored = parsePortfolio(text)
  if (stored.status !== 'readable') throw new Error('it should be readable')
  expect(stored.portfolio).toEqual({ ...portfolio(buy('a')), goal: 9, setAside: rows })
  expect(rows.map(faultOfStored)).toEqual(unusable.map(([, reason]) => reason))
  // It stays stored and is part of a backup, whatever changes, until the visitor deletes it.
  const { own } = after(
    { type: 'read', found: stored },
    put(buy('b')),
    { type: 'changed', change: { type: 'restore', portfolio: stored.portfolio } },
    { type: 'changed', change: { type: 'remove', id: 'a' } }
  )
  expect(JSON.parse(formatPortfolio(own))).toEqual({
    ...portfolio(),
    transactions: [buy('b'), ...rows],
    goal: 9
  })
  expect(parsePortfolio(formatPortfolio(own))).toEqual({ status: 'readable', portfolio: own })
  const deleted = after(read(own), { type: 'changed', change: { type: 'delete-set-aside' } })
  expect(deleted.own).toEqual({ ...portfolio(buy('b')), goal: 9 })
})

test('a lot of version 1 that is invalid is set aside as the purchase it would be', () => {
  const lot = { id: 'a', symbol: 'MSTY', shares: 1, boughtOn: '2026-05-04', price: null }
  const lots = [lot, { ...lot, id: 'b', shares: -1 }]
  const text = JSON.stringify({ version: 1, lots, taxPercent: null, goal: null })
  expect(parsePortfolio(text)).toEqual({
    status: 'readable',
    portfolio: { ...portfolio(buy('a', 1)), setAside: [buy('b', -1)] }
  })
})

test('a portfolio is read back unchanged', () => {
  const own = { ...portfolio(buy('a', 0.125)), taxPercent: 15, goal: 1000 }
  expect(parsePortfolio(JSON.stringify(own))).toEqual({ status: 'readable', portfolio: own })
  expect(parsePortfolio(null)).toEqual({ status: 'readable', portfolio: emptyPortfolio })
})

/** Stored by the released version 1 on July 8, 2026: two purchases of one fund, a fraction, rate and goal. */
const stored =
  '{"version":1,"lots":[{"id":"m5x1","symbol":"MSTY","shares":500,"boughtOn":"2025-06-02","price":20.5},{"id":"m5x2","symbol":"MSTY","shares":12.5,"boughtOn":"2026-03-02","price":null},{"id":"m5x3","symbol":"XDTE","shares":1,"boughtOn":"2025-01-06","price":0}],"taxPercent":22,"goal":25000}'

test('a portfolio stored by version 1 becomes transactions without losing data', () => {
  const shared = { account: '', type: 'buy', fee: 0 }
  expect(parsePortfolio(stored)).toEqual({
    status: 'readable',
    portfolio: {
      version: 2,
      transactions: [
        { ...shared, id: 'm5x1', symbol: 'MSTY', shares: 500, date: '2025-06-02', price: 20.5 },
        { ...shared, id: 'm5x2', symbol: 'MSTY', shares: 12.5, date: '2026-03-02', price: null },
        { ...shared, id: 'm5x3', symbol: 'XDTE', shares: 1, date: '2025-01-06', price: 0 }
      ],
      methods: [],
      taxPercent: 22,
      goal: 25000
    }
  })
})

test('accounts keep their kinds, and those stored before kinds existed are taxable', () => {
  // As stored by the version before: no `kinds`.
  const before = parsePortfolio(JSON.stringify(portfolio({ ...buy('a'), account: 'Roth IRA' })))
  if (before.status !== 'readable') throw new Error('unreadable')
  expect(kindOf(before.portfolio.kinds ?? [], 'Roth IRA')).toBe('taxable')
  const { own } = after(
    read(before.portfolio),
    {
      type: 'changed',
      change: { type: 'put', kinds: [{ account: 'Roth IRA', kind: 'tax-deferred' }] }
    },
    { type: 'changed', change: { type: 'put', kinds: [{ account: 'Roth IRA', kind: 'tax-free' }] } }
  )
  expect(own.kinds).toEqual([{ account: 'Roth IRA', kind: 'tax-free' }])
  expect(parsePortfolio(JSON.stringify(own))).toEqual({ status: 'readable', portfolio: own })
  const restored = after(read(portfolio(buy('a'))), {
    type: 'changed',
    change: { type: 'restore', portfolio: own }
  })
  expect(restored.own.kinds).toEqual(own.kinds)
})

test('every kind of transaction is read back unchanged', () => {
  const booking = { account: 'IRA', symbol: 'BRK.B', date: '2026-05-04' }
  const own: Portfolio = {
    ...portfolio({ ...buy('s'), type: 'sell', fee: 1, lots: [{ id: 'a', shares: 2 }] }),
    methods: [{ account: '__proto__', method: 'specific' }]
  }
  own.transactions.push(
    { ...booking, id: 't', type: 'transfer-in', shares: 2, price: null, fee: 0, boughtOn: '2024-01-02' },
    { ...booking, id: 'c', type: 'cash', amount: -3.5, source: 'before' },
    { ...booking, id: 'r', type: 'split', shares: -400 }
  )
  expect(parsePortfolio(JSON.stringify(own))).toEqual({ status: 'readable', portfolio: own })
})
