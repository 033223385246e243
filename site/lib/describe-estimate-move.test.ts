import { expect, test } from 'vitest'
import { describeEstimateMove } from './describe-estimate-move.ts'

const move = { ex_date: '2026-09-03', made_at: '2026-08-28T02:05:00.000Z', from: 0.2069, to: 0.2146 }

test('a move has its day in New York, both amounts and its reasons', () => {
  expect(describeEstimateMove({ ...move, causes: ['price', 'payment'], payments: ['CONY'] })).toBe(
    'Aug 27: $0.2069 to $0.2146, after a new closing price and the payment of CONY.'
  )
  const payments = ['AMZY', 'CONY', 'MSTY', 'NVDY']
  expect(describeEstimateMove({ ...move, causes: ['payment'], payments })).toContain(
    'after 4 payments of its family.'
  )
  expect(describeEstimateMove({ ...move, causes: ['correction'], payments: [] })).toContain(
    'after a correction of stored figures or dates.'
  )
})
