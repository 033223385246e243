import { expect, test } from 'vitest'
import { measureMachine } from './calibration.ts'
import { judge, setMachineFactor } from './report.ts'

const figure = { what: 'a page', measured: '3600 ms', budget: '3000 ms', time: { value: 3600, limit: 3000 } }

test('a time is divided by the machine factor before it is judged', () => {
  setMachineFactor(1)
  expect(judge(figure)).toBe('missed by 20%')
  setMachineFactor(1.2)
  expect(judge(figure)).toBe('met')
  expect(judge({ what: 'memory', measured: '1 MB', budget: '2 MB' })).toBe('')
})

test('the factor of a machine is positive and finite', () => {
  const { factor } = measureMachine()
  expect(factor).toBeGreaterThan(0)
  expect(factor).toBeLessThan(1000)
})
