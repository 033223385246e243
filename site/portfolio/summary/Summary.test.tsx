import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Summary } from './Summary.tsx'

function makeSpan(coming: number, low: number, high: number) {
  const sum = { amount: coming, coming, paid: 0, declared: 0, estimated: coming, projected: 0, expected: 0 }
  return { span: { from: '2026-06-01', to: '2026-06-07' }, sum, range: { low, high } }
}

test('a sum above its range says that less is likely', () => {
  render(
    <Summary
      week={makeSpan(10, 8, 12)}
      month={makeSpan(40, 32, 48)}
      year={makeSpan(500, 250, 400)}
      nextWeek={10}
    />
  )
  expect(screen.getByText('80% range $8.00 to $12.00')).toBeInTheDocument()
  expect(screen.getByText('likely less: 80% range $250.00 to $400.00')).toBeInTheDocument()
})
