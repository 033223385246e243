import { expect, test } from 'vitest'
import { splitAssetChange } from './asset-flows.ts'

const day = (date: string, sharesOutstanding: number, nav: number) => ({
  day: `2026-06-${date}`,
  sharesOutstanding,
  netAssets: sharesOutstanding * nav
})

/*
 * A sheet worked by hand, in dollars:
 *
 * day  shares  NAV   assets   flow               performance
 * 01    1,000   20   20,000
 * 02    1,100   19   20,900   100 x 19 = 1,900   1,000 x -1 = -1,000
 * 03      110  180   19,800   0 (split 1 for 10)   110 x (180 - 190) = -1,100
 * 04      100  198   19,800   -10 x 198 = -1,980   110 x 18 = 1,980
 *                    -200     -80                -120
 */
const sheet = [day('01', 1000, 20), day('02', 1100, 19), day('03', 110, 180), day('04', 100, 198)]
const split = { date: '2026-06-03', oldShares: 10, newShares: 1 }

test('the change of assets is split into flows and performance, and a reverse split is neither', () => {
  const change = splitAssetChange(sheet, [split])
  expect(change).toMatchObject({ from: '2026-06-01' })
  expect(change?.total).toBeCloseTo(-200 / 20_000, 12)
  expect(change?.flows).toBeCloseTo(-80 / 20_000, 12)
})

test.each(['2026-05-29', '2026-06-02', '2026-06-04', '2026-06-09'])(
  'figures that change their share basis some days from the split, dated %s, give the same flows',
  (date) => {
    expect(splitAssetChange(sheet, [{ ...split, date }])?.flows).toBeCloseTo(-80 / 20_000, 12)
  }
)

test('a forward split is no flow, and each split counts once', () => {
  const days = [day('01', 1000, 30), day('02', 3000, 10), day('03', 3000, 10.5)]
  expect(splitAssetChange(days, [{ date: '2026-06-02', oldShares: 1, newShares: 3 }])?.flows).toBe(0)
})

test.each([
  ['is not known', []],
  ['has no known day', [{ ...split, date: null }]],
  ['was at another time', [{ ...split, date: '2026-07-15' }]],
  ['has another ratio', [{ ...split, oldShares: 2 }]]
])('a jump as if by a split that %s leaves flows unknown', (_what, splits) => {
  expect(splitAssetChange(sheet, splits)).toMatchObject({ total: expect.closeTo(-0.01), flows: null })
})

test('days without flows are all performance, and days of equal value all flows', () => {
  expect(splitAssetChange([day('01', 1000, 20), day('02', 1000, 15)], [])).toMatchObject({
    total: -0.25,
    flows: 0
  })
  expect(splitAssetChange([day('01', 1000, 20), day('02', 600, 20)], [])).toMatchObject({
    total: -0.4,
    flows: -0.4
  })
})

test('one day or none has no change', () => {
  expect(splitAssetChange([], [])).toBeNull()
  expect(splitAssetChange([day('01', 1000, 20)], [])).toBeNull()
})
