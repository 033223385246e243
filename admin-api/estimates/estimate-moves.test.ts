import { expect, test } from 'vitest'
import { type EstimateVersion, listMoves } from './estimate-moves.ts'

/** Versions of one estimate for Thursday, June 4, 2026; the first is made on Thursday, May 28. */
function versions(...changes: Partial<EstimateVersion>[]): EstimateVersion[] {
  const first = {
    symbol: 'TSLY',
    family: 'yieldmax-single',
    ex_date: '2026-06-04',
    version: 1,
    made_at: '2026-05-28T22:00:00.000Z',
    method_version: '9',
    amount: 0.2069,
    price_date: '2026-05-28'
  }
  return [{}, ...changes].map((_, i) => ({
    ...first,
    ...Object.assign({}, ...changes.slice(0, i)),
    version: i + 1
  }))
}

const later = '2026-05-29T22:00:00.000Z'
const seen = { symbol: 'CONY', family: 'yieldmax-single', seen_at: later }
const causesOf = (change: Partial<EstimateVersion>, payments = [seen].slice(1)) =>
  listMoves(versions({ amount: 0.2146, made_at: later, ...change }), payments)[0]?.causes

test('each new version has its reason', () => {
  // Friday's close ends the week; Monday's is one close more.
  expect(causesOf({ price_date: '2026-05-29' })).toEqual(['week'])
  expect(causesOf({ price_date: '2026-06-01' })).toEqual(['price'])
  expect(causesOf({}, [seen])).toEqual(['payment'])
  expect(causesOf({ price_date: '2026-06-01' }, [seen])).toEqual(['price', 'payment'])
  expect(causesOf({ method_version: '10' })).toEqual(['method'])
  // Nothing became known that wasn't: something known was changed.
  expect(causesOf({})).toEqual(['correction'])
})

test('a week that ends before a holiday ends on Thursday', () => {
  // Friday, July 3, 2026, is a holiday.
  expect(causesOf({ price_date: '2026-07-02' })).toEqual(['week'])
})

test('payments count from one version to the next, and only those of the family', () => {
  const before = { ...seen, seen_at: '2026-05-28T22:00:00.000Z' }
  const other = { ...seen, family: 'roundhill' }
  expect(causesOf({}, [before, other])).toEqual(['correction'])
  const [move] = listMoves(versions({ amount: 0.2146, made_at: later }), [seen, { ...seen, symbol: 'AMZY' }])
  expect(move).toMatchObject({ from: 0.2069, to: 0.2146, made_at: later, payments: ['AMZY', 'CONY'] })
})

test('a version with the same amount is no move, and the newest move comes first', () => {
  const moves = listMoves(
    versions(
      { amount: 0.2069, made_at: later, price_date: '2026-05-29' },
      { amount: 0.21, made_at: '2026-06-01T22:00:00.000Z', price_date: '2026-06-01' },
      { amount: 0.22, made_at: '2026-06-02T22:00:00.000Z', price_date: '2026-06-02' }
    ),
    []
  )
  expect(moves.map(({ from, to }) => [from, to])).toEqual([
    [0.21, 0.22],
    [0.2069, 0.21]
  ])
})
