import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRealFacts } from '../../admin-api/testing/may-facts.ts'
import { readHistories } from './read-histories.ts'

const folder = mkdtempSync(join(tmpdir(), 'backtest-'))
afterAll(() => rmSync(folder, { recursive: true }))
const funds = readRealFacts().funds.filter(({ symbol }) => symbol === 'MSTY' || symbol === 'YMAX')

function file(name: string, ...lines: string[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}
const prices = file('prices.csv', 'symbol,date,close_adjusted,basis', 'MSTY,2026-06-02,22.5,stored')

test('columns may be missing or added, pay dates empty, rows in any order, symbols unknown', () => {
  const dividends = file(
    'dividends.csv',
    'note,symbol,ex_date,pay_date,amount_adjusted',
    ',MSTY,2026-06-11,,0.31',
    ',NEWY,2026-06-11,2026-06-12,9',
    'late,MSTY,2026-06-04,2026-06-05,0.3',
    ',MSTY,2026-06-18,,'
  )
  const read = readHistories(funds, dividends, prices)
  expect(read.unknownSymbols).toEqual(['NEWY'])
  expect(read.funds.find(({ symbol }) => symbol === 'MSTY')).toMatchObject({
    symbol: 'MSTY',
    family: 'yieldmax-single',
    payments: [
      { exDate: '2026-06-04', payDate: '2026-06-05', amount: 0.3 },
      { exDate: '2026-06-11', payDate: '2026-06-12', amount: 0.31 }
    ],
    closes: [{ date: '2026-06-02', close: 22.5 }]
  })
  expect(read.funds.find(({ symbol }) => symbol === 'YMAX')?.payments).toEqual([])
})

test('funds that pay option premium monthly get the closes of the VIX, and others none', () => {
  const premium = readRealFacts().funds.filter(({ symbol }) => symbol === 'JEPI' || symbol === 'MSTY')
  const [jepi, msty] = readHistories(premium, undefined, prices).funds
  expect(jepi?.marketVolatility?.at(-1)).toEqual({ date: '2026-08-28', close: 14.43 })
  expect(msty?.marketVolatility).toBeUndefined()
})

test("the project's own column names are accepted, too", () => {
  const dividends = file('own.csv', 'symbol,ex_date,amount', 'MSTY,2026-06-04,0.3')
  expect(readHistories(funds, dividends, prices).funds[0]?.payments).toHaveLength(1)
})

test('a missing file, a missing column and a wrong field are each rejected with one sentence', () => {
  const read = (dividends: string) => () => readHistories(funds, dividends, prices)
  expect(read(join(folder, 'none.csv'))).toThrow(`There is no file ${join(folder, 'none.csv')}.`)
  expect(read(file('a.csv', 'symbol,amount_adjusted', 'MSTY,1'))).toThrow(
    'has no column ex_date; its columns are symbol, amount_adjusted.'
  )
  expect(read(file('b.csv', 'symbol,ex_date', 'MSTY,2026-06-04'))).toThrow(
    'no column amount_adjusted or amount'
  )
  expect(read(file('c.csv', 'symbol,ex_date,amount', 'MSTY,4/6/2026,1'))).toThrow(
    "row 1: ex_date must be a day as YYYY-MM-DD, got '4/6/2026'."
  )
  expect(read(file('d.csv', 'symbol,ex_date,amount', 'MSTY,2026-06-04,-1'))).toThrow(
    'row 1: amount must be a number'
  )
})
