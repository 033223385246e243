import { expect, test } from 'vitest'
import { type PortfolioEvent, reducePortfolio, shownPortfolio, unreadPortfolio } from './portfolio-state.ts'
import type { Lot } from './positions/held-fund.ts'
import { emptyPortfolio, type Portfolio, parsePortfolio } from './stored-portfolio.ts'

const lot = (id: string, shares = 100): Lot => ({
  ...{ id, symbol: 'MSTY', shares, boughtOn: '2026-05-04', price: null }
})
const fleet = (...lots: Lot[]): Portfolio => ({ ...emptyPortfolio, lots })
const after = (...events: PortfolioEvent[]) => events.reduce(reducePortfolio, unreadPortfolio)
const read = (own: Portfolio): PortfolioEvent => ({ type: 'read', found: { status: 'kept', fleet: own } })
const put = (...lots: Lot[]): PortfolioEvent => ({ type: 'changed', change: { type: 'put', lots } })

test('a lot with a known id is replaced in place, another one is added', () => {
  const { own } = after(read(fleet(lot('a'), lot('b'))), put(lot('a', 5), lot('c')))
  expect(own.lots).toEqual([lot('a', 5), lot('b'), lot('c')])
})

test('a lot that another tab removed during an edit comes back when saved', () => {
  expect(after(read(fleet(lot('a'))), read(fleet()), put(lot('a', 7))).own.lots).toEqual([lot('a', 7)])
})

test('changes go to the example, and one’s own portfolio is unchanged after leaving it', () => {
  const played = after(
    read(fleet(lot('a'))),
    { type: 'example-shown', fleet: fleet(lot('x')) },
    { type: 'changed', change: { type: 'clear' } }
  )
  expect(shownPortfolio(played).lots).toEqual([])
  expect(shownPortfolio(reducePortfolio(played, { type: 'example-left' })).lots).toEqual([lot('a')])
})

test("unsaved changes stay on screen and are merged with another tab's", () => {
  const full = after(read(fleet(lot('a'))), put(lot('b')), { type: 'written', isKept: false })
  expect(full.keeping).toBe('full')
  const joined = reducePortfolio(full, read(fleet(lot('c'))))
  expect(joined.own.lots.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  expect(joined.keeping).toBe('full')
  expect(reducePortfolio(joined, { type: 'written', isKept: true }).keeping).toBe('kept')
})

test('closed storage stays closed, whatever is tried', () => {
  const closed = after({ type: 'read', found: { status: 'closed' } }, put(lot('a')), {
    type: 'written',
    isKept: false
  })
  expect(closed).toMatchObject({ keeping: 'closed', own: fleet(lot('a')) })
})

test('a restored backup removes nothing', () => {
  const { own } = after(read({ ...fleet(lot('a'), lot('b')), goal: 500 }), {
    type: 'changed',
    change: { type: 'restore', fleet: { ...fleet(lot('b', 9), lot('c')), taxPercent: 20 } }
  })
  expect(own).toEqual({ version: 1, lots: [lot('a'), lot('b', 9), lot('c')], taxPercent: 20, goal: 500 })
})

test.each([
  'no json',
  '{"version":2,"lots":[],"taxPercent":null,"goal":null}',
  '{"version":1,"lots":[{"id":"a","symbol":"MSTY","shares":-1,"boughtOn":"2026-05-04","price":null}],"taxPercent":null,"goal":null}',
  '{"version":1,"lots":[{"id":"a","symbol":"MSTY","shares":1,"boughtOn":"2026-02-30","price":null}],"taxPercent":null,"goal":null}'
])('what is no fleet of this version is kept as it is: %s', (text) => {
  expect(parsePortfolio(text)).toEqual({ status: 'unreadable', text })
})

test('a portfolio is read as it was written', () => {
  const own = { ...fleet(lot('a', 0.125)), taxPercent: 15, goal: 1000 }
  expect(parsePortfolio(JSON.stringify(own))).toEqual({ status: 'kept', fleet: own })
  expect(parsePortfolio(null)).toEqual({ status: 'kept', fleet: emptyPortfolio })
})
