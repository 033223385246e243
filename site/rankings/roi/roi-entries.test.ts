import { expect, test } from 'vitest'
import { makeRoiEntry } from '../../testing/make-roi-entry.ts'
import { countIssuers, newerRankings, placeOn, rankEntries, readIssuer, roiScale } from './roi-entries.ts'

const entries = rankEntries([
  makeRoiEntry({ symbol: 'NVDY', total_roi: 166, issuer: 'YieldMax' }),
  makeRoiEntry({ symbol: 'AAPW', total_roi: 12, issuer: 'Roundhill' }),
  makeRoiEntry({ symbol: 'CONY', total_roi: 12, issuer: 'YieldMax' }),
  makeRoiEntry({ symbol: 'LOST', total_roi: null, issuer: 'Defiance' })
])

test('issuers are counted, largest first', () => {
  expect(countIssuers(entries)).toEqual([
    { value: 'YieldMax', text: 'YieldMax (2)' },
    { value: 'Defiance', text: 'Defiance (1)' },
    { value: 'Roundhill', text: 'Roundhill (1)' }
  ])
})

test('no rank is shown among fewer than ten funds', () => {
  const field = (size: number) =>
    rankEntries(Array.from({ length: size }, () => makeRoiEntry())).map(({ isRanked }) => isRanked)
  expect(field(9)).not.toContain(true)
  expect(field(10)).not.toContain(false)
})

test('the issuer is read from the address', () => {
  const issuers = ['YieldMax', 'First Trust']
  expect(readIssuer('?issuer=first-trust', issuers)).toBe('First Trust')
  expect(readIssuer('?issuer=nobody', issuers)).toBeNull()
  expect(readIssuer('?ref=mail', issuers)).toBeNull()
})

const onPage = [makeRoiEntry()]

test("a newer response replaces the page's ranking, an older one doesn't", () => {
  const newer = [makeRoiEntry({ as_of: '2026-06-01', total_roi: 20 })]
  const older = [makeRoiEntry({ as_of: '2026-05-28', total_roi: 10 })]
  expect(newerRankings(null, onPage)).toBe(onPage)
  expect(newerRankings(newer, onPage)).toBe(newer)
  expect(newerRankings(older, onPage)).toBe(onPage)
  expect(newerRankings(older, [])).toBe(older)
})

test('the scale runs from a total loss to the best fund in steps of fifty', () => {
  const scale = roiScale([makeRoiEntry({ price_change: -30, total_roi: 166.15 }), makeRoiEntry()])
  expect(scale).toEqual({ low: -100, high: 200, ticks: [-100, -50, 0, 50, 100, 150, 200] })
  expect(placeOn(scale, -100)).toBe(0)
  expect(placeOn(scale, 0)).toBe(33.33)
  expect(placeOn(scale, 200)).toBe(100)
})

test("the scale keeps room above zero, and funds without figures don't stretch it", () => {
  const scale = roiScale([makeRoiEntry({ price_change: null, total_roi: null })])
  expect(scale.high).toBe(50)
  expect(roiScale([]).ticks).toEqual([-100, -50, 0, 50])
  expect(placeOn(scale, -130)).toBe(0)
})
