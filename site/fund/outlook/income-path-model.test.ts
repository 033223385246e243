import { expect, test } from 'vitest'
import { incomePathModel } from './income-path-model.ts'

test('the path adds up months, with their ranges and a year of equal payments', () => {
  const model = incomePathModel(
    [
      { months: 1, to: '2026-06-29', payments: 4, amount: 1.15, low: 0.9, high: 1.4 },
      { months: 2, to: '2026-07-29', payments: 9, amount: 2.43, low: null, high: null }
    ],
    0.3
  )
  expect(model.positions).toEqual([
    {
      at: 1,
      name: 'Through June 29, 2026',
      figures: [
        { name: 'Expected', text: '$1.15' },
        { name: '80% range', text: '$0.90 to $1.40' },
        { name: 'If all equal the estimate', text: '$1.20' }
      ]
    },
    {
      at: 2,
      name: 'Through July 29, 2026',
      figures: [
        { name: 'Expected', text: '$2.43' },
        { name: 'If all equal the estimate', text: '$2.70' }
      ]
    }
  ])
  expect(model.series.map(({ id, values }) => [id, values])).toEqual([
    ['equal', [1.2, 2.6999999999999997]],
    ['range', [[0.9, 1.4], null]],
    ['expected', [1.15, 2.43]]
  ])
})
