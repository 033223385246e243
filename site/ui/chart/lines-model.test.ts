import { expect, test } from 'vitest'
import { positionText } from './chart-model.ts'
import { linesModel } from './lines-model.ts'

const lines = [
  {
    name: 'Reinvested',
    points: [
      { date: '2026-01-02', value: 10_000 },
      { date: '2026-01-05', value: 10_512.4 }
    ]
  },
  { name: 'MSTR', points: [{ date: '2026-01-05', value: 9000 }] }
]

test('each day says the value of every line that has one, and its change to the stake', () => {
  const model = linesModel({ lines, stake: 10_000, unit: 'dollars', levelName: 'invested' })
  expect(model.positions.map(positionText)).toEqual([
    'January 2, 2026, Reinvested $10,000, 0.0%',
    'January 5, 2026, Reinvested $10,512, +5.1%, MSTR $9,000, −10.0%'
  ])
  expect(model.series.map(({ values }) => values)).toEqual([
    [10_000, 10_512.4],
    [null, 9000]
  ])
  expect(model.levels).toMatchObject([{ name: 'invested', value: 10_000 }])
})

test('several lines have marks, a single one has none; without a stake there is no level', () => {
  const marks = (count: number) =>
    linesModel({ lines: lines.slice(0, count), stake: null, unit: 'dollars', levelName: '' }).series.map(
      (series) => series.kind === 'line' && series.mark
    )
  expect(marks(2)).toEqual([0, 1])
  expect(marks(1)).toEqual([undefined])
  expect(linesModel({ lines, stake: null, unit: 'dollars', levelName: '' }).levels).toEqual([])
})
