import { expect, test } from 'vitest'
import type { Lot } from './positions/held-fund.ts'
import { emptyFleet, type Fleet, parseFleet } from './stored-fleet.ts'
import { type FleetEvent, reduceFleet, shownFleet, unreadFleet } from './fleet-state.ts'

const lot = (id: string, shares = 100): Lot => ({
  ...{ id, symbol: 'MSTY', shares, boughtOn: '2026-05-04', price: null }
})
const fleet = (...lots: Lot[]): Fleet => ({ ...emptyFleet, lots })
const after = (...events: FleetEvent[]) => events.reduce(reduceFleet, unreadFleet)
const read = (own: Fleet): FleetEvent => ({ type: 'read', found: { status: 'kept', fleet: own } })
const put = (...lots: Lot[]): FleetEvent => ({ type: 'changed', change: { type: 'put', lots } })

test('a lot that is known by its id is replaced in its place, another one is added', () => {
  const { own } = after(read(fleet(lot('a'), lot('b'))), put(lot('a', 5), lot('c')))
  expect(own.lots).toEqual([lot('a', 5), lot('b'), lot('c')])
})

test('a lot that another tab removed while it was edited comes back as it was saved', () => {
  expect(after(read(fleet(lot('a'))), read(fleet()), put(lot('a', 7))).own.lots).toEqual([lot('a', 7)])
})

test('an example takes the changes, and one’s own fleet is as it was when it is left', () => {
  const played = after(
    read(fleet(lot('a'))),
    { type: 'example-shown', fleet: fleet(lot('x')) },
    { type: 'changed', change: { type: 'clear' } }
  )
  expect(shownFleet(played).lots).toEqual([])
  expect(shownFleet(reduceFleet(played, { type: 'example-left' })).lots).toEqual([lot('a')])
})

test('what could not be written stays on screen and joins what another tab writes', () => {
  const full = after(read(fleet(lot('a'))), put(lot('b')), { type: 'written', isKept: false })
  expect(full.keeping).toBe('full')
  const joined = reduceFleet(full, read(fleet(lot('c'))))
  expect(joined.own.lots.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  expect(joined.keeping).toBe('full')
  expect(reduceFleet(joined, { type: 'written', isKept: true }).keeping).toBe('kept')
})

test('closed storage stays closed, whatever is tried', () => {
  const closed = after({ type: 'read', found: { status: 'closed' } }, put(lot('a')), {
    type: 'written',
    isKept: false
  })
  expect(closed).toMatchObject({ keeping: 'closed', own: fleet(lot('a')) })
})

test('a restored backup takes nothing away', () => {
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
  expect(parseFleet(text)).toEqual({ status: 'unreadable', text })
})

test('a fleet is read as it was written', () => {
  const own = { ...fleet(lot('a', 0.125)), taxPercent: 15, goal: 1000 }
  expect(parseFleet(JSON.stringify(own))).toEqual({ status: 'kept', fleet: own })
  expect(parseFleet(null)).toEqual({ status: 'kept', fleet: emptyFleet })
})
