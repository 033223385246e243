import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { makeFundData } from '../../testing/make-fund-data.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import { planImport } from './plan-import.ts'
import { readFile } from './read-file.ts'

/**
 * Dollars that people received according to files in public projects, rebuilt with other account numbers: `paid` by the rows
 * of the file, counted by hand; `covered` of funds in data/funds.csv, which is all that counted before own holdings;
 * `counted` in My Fleet.
 */
type Line = { file: string; paid: string; covered: string; counted: string }

const today = '2026-11-27'
const samples = join(import.meta.dirname, 'samples')
const read = (path: string) => readFileSync(join(import.meta.dirname, path))
const table: Line[] = parse(read('public-files.csv'), { columns: true })
const rows: { symbol: string }[] = parse(read('../../../data/funds.csv'), { columns: true })
const symbols = new Map(rows.map(({ symbol }) => [symbol, symbol]))
const funds = new Map(rows.map(({ symbol }) => [symbol, toHeldFund(makeFundData(symbol, { [today]: 20 }))]))

async function countDollars(file: string) {
  const result = await readFile(readFileSync(join(samples, file)))
  if (!result.ok) throw new Error(result.fault)
  const plan = planImport({ reading: result.reading, existing: [], methods: [], symbols, funds, today })
  const booked = plan.added.flatMap((one) =>
    (one.type === 'cash' || one.type === 'cash-in-lieu') && symbols.has(one.symbol) ? [one.amount] : []
  )
  const covered = booked.reduce((sum, amount) => sum + amount, 0)
  const figures = calculatePortfolio(plan.added, funds, today, { own: plan.uncovered })
  const own = figures.funds.reduce((sum, { fund, received }) => sum + (fund.own ? received : 0), 0)
  return { covered, counted: covered + own }
}

test('every public file is in the table', () => {
  const files = readdirSync(samples).filter((name) => name.startsWith('public-'))
  expect(files.sort()).toEqual(table.map(({ file }) => file).sort())
  expect(files.length).toBeGreaterThanOrEqual(20)
})

test.each(table)('$file: $counted of $paid dollars count', async ({ file, covered, counted }) => {
  const dollars = await countDollars(file)
  expect(dollars.covered).toBeCloseTo(Number(covered), 6)
  expect(dollars.counted).toBeCloseTo(Number(counted), 6)
})

test('95% of the dollars received count', () => {
  const sumOf = (column: 'paid' | 'counted') => table.reduce((sum, line) => sum + Number(line[column]), 0)
  expect(sumOf('counted') / sumOf('paid')).toBeGreaterThan(0.95)
})
