import { expect, test } from 'vitest'
import { dayTicks, drawGrowth } from './growth-drawing.ts'

const line = (name: string, ...values: number[]) => ({
  name,
  points: values.map((value, i) => ({ date: `2026-06-${String(i + 1).padStart(2, '0')}`, value }))
})

test('the scale starts at zero, ends above all lines, and includes the stake', () => {
  const { values, start, lines } = drawGrowth([line('UPPY', 10_000, 17_000), line('DOWN', 10_000, 0)], 10_000)
  expect(values.map(({ text }) => text)).toEqual(['$0', '$5,000', '$10,000', '$15,000', '$20,000'])
  expect(values.map(({ short }) => short)).toEqual(['$0', '$5k', '$10k', '$15k', '$20k'])
  expect(values.map(({ at }) => at)).toEqual([1, 0.75, 0.5, 0.25, 0])
  expect(start).toBe(0.5)
  // 17,000 of 20,000.
  expect(lines[0]?.end).toEqual({ x: 1, y: expect.closeTo(0.15) })
  expect(lines[1]?.end).toEqual({ x: 1, y: 1 })
})

test('each point of a line has at most one mark, also if it has fewer points than marks', () => {
  const { lines } = drawGrowth([line('MSTY', 10_000, 10_500, 11_000), line('ULTY', 9000)], 10_000)
  for (const { marks, end } of lines) {
    const places = [...marks, end].map(({ x }) => x)
    expect(new Set(places).size).toBe(places.length)
  }
  expect(lines[0]?.marks).not.toHaveLength(0)
})

test('labels at the ends stay apart and inside, in the order of the lines', () => {
  for (const ends of [
    [10_000, 10_001, 10_002, 9_999, 10_000],
    [1, 2, 3, 4, 5],
    [50_000, 50_001, 3, 2, 50_000]
  ]) {
    const { lines } = drawGrowth(
      ends.map((end, i) => line(`F${i}`, 10_000, end)),
      10_000
    )
    const byPlace = lines
      .map(({ label }, i) => ({ label, value: ends[i] ?? 0 }))
      .sort((a, b) => a.label - b.label)
    for (const [i, { label, value }] of byPlace.entries()) {
      expect(label).toBeGreaterThanOrEqual(0)
      expect(label).toBeLessThanOrEqual(1)
      const next = byPlace[i + 1]
      if (next === undefined) continue
      // 17 pixels on a phone, where the chart is 280 high.
      expect((next.label - label) * 280).toBeGreaterThanOrEqual(16.9)
      expect(next.value).toBeLessThanOrEqual(value)
    }
  }
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
  ['2026-06-02', '2026-06-05', 7, ['Jun 2', 'Jun 5']]
])('from %s to %s with room for %d the ticks are %j', (first, last, most, texts) => {
  expect(dayTicks(Date.parse(first), Date.parse(last), most).map(({ text }) => text)).toEqual(texts)
})
