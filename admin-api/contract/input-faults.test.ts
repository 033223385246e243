import { expect, test } from 'vitest'
import { addFund } from './funds.ts'
import { findFaults } from './input-faults.ts'
import { writeReturnOfCapital } from './return-of-capital-entry.ts'

const fund = {
  symbol: 'MSTY',
  name: 'YieldMax MSTR Option Income Strategy ETF',
  issuer: 'YieldMax',
  family: 'yieldmax-single',
  underlying: 'MSTR',
  group: 'yieldmax-group-a'
}

test('a fault has the path of its input, the message of the API, and the rule without the name', () => {
  expect(findFaults(addFund, { ...fund, underlying: '?' })).toEqual([
    {
      path: ['underlying'],
      message: 'underlying must be a symbol of Yahoo Finance such as MSTR or ^GSPC, or empty',
      rule: 'must be a symbol of Yahoo Finance such as MSTR or ^GSPC, or empty'
    }
  ])
})

test('a fault in a list has its position, and a sentence of its own has no rule', () => {
  const row = {
    symbol: 'MSTY',
    ex_date_or_year: '2025',
    kind: 'final',
    roc_percent: 101,
    source: 'https://a.example'
  }
  expect(findFaults(writeReturnOfCapital, { rows: [{ ...row, roc_percent: 1 }, row] })).toMatchObject([
    { path: ['rows', 1, 'roc_percent'], rule: 'must be a number from 0 to 100, or null to remove the row' }
  ])
  expect(findFaults(addFund, { ...fund, symbol: 'M5' })).toMatchObject([
    {
      path: ['symbol'],
      message: 'Symbol must contain only letters (no numbers, spaces, or special characters)',
      rule: null
    }
  ])
})
