import { expect, test } from 'vitest'
import { dayTicks } from './day-ticks.ts'
import { drawGrowth } from './growth-drawing.ts'

const line = (name: string, ...values: number[]) => ({
  name,
  points: values.map((value, i) => ({ date: `2026-06-${String(i + 1).padStart(2, '0')}`, value }))
})

test('the scale begins with zero, ends above all lines, and the stake has its place on it', () => {
  const { values, start, bottom, top, lines } = drawGrowth(
    [line('UPPY', 10_000, 17_000), line('DOWN', 10_000, 0)],
    10_000,
    'wide'
  )
  expect(values.map(({ text }) => text)).toEqual(['$0', '$5,000', '$10,000', '$15,000', '$20,000'])
  expect(values[0]?.at).toBe(bottom)
  expect(values[4]?.at).toBe(top)
  expect(start).toBe((bottom + top) / 2)
  // 17,000 of 20,000.
  expect(lines[0]?.end.y).toBeCloseTo(bottom - 0.85 * (bottom - top), 1)
  expect(lines[1]?.end.y).toBe(bottom)
})

test('labels at the ends keep apart and inside, in the order of the lines', () => {
  for (const ends of [
    [10_000, 10_001, 10_002, 9_999, 10_000],
    [1, 2, 3, 4, 5],
    [50_000, 50_001, 3, 2, 50_000]
  ]) {
    const { lines, top, bottom } = drawGrowth(
      ends.map((end, i) => line(`F${i}`, 10_000, end)),
      10_000,
      'narrow'
    )
    const byValue = lines
      .map(({ label }, i) => ({ y: label.y, value: ends[i] ?? 0 }))
      .sort((a, b) => a.y - b.y)
    for (const [i, { y, value }] of byValue.entries()) {
      expect(y).toBeGreaterThanOrEqual(top - 1)
      expect(y).toBeLessThanOrEqual(bottom + 1)
      const next = byValue[i + 1]
      if (next === undefined) continue
      expect(next.y - y).toBeGreaterThanOrEqual(16.9)
      expect(next.value).toBeLessThanOrEqual(value)
    }
  }
})

test('a long line has one point for each unit of width, its first and its last among them', () => {
  const points = Array.from({ length: 1500 }, (_, i) => ({
    date: new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10),
    value: 10_000 + i
  }))
  const { lines, left, right } = drawGrowth([{ name: 'LONG', points }], 10_000, 'narrow')
  const places = lines[0]?.path.slice(1).split('L') ?? []
  expect(places.length).toBeLessThanOrEqual(right - left + 2)
  expect(places[0]).toMatch(new RegExp(`^${left} `))
  expect(places.at(-1)).toMatch(new RegExp(`^${right} `))
})

test.each([
  ['2024-02-29', '2026-07-08', 4, ['2025', '2026']],
  [
    '2025-06-02',
    '2026-07-08',
    7,
    ['Jul 2025', 'Sep 2025', 'Nov 2025', '2026', 'Mar 2026', 'May 2026', 'Jul 2026']
  ],
  ['2025-11-20', '2026-02-10', 7, ['Dec', '2026', 'Feb']],
  ['2026-06-02', '2026-06-05', 7, ['2 Jun', '5 Jun']]
])('from %s to %s with room for %d there stand %j', (first, last, most, texts) => {
  expect(dayTicks(Date.parse(first), Date.parse(last), most).map(({ text }) => text)).toEqual(texts)
})
