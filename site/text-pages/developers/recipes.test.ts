import jsonpath from 'jsonpath'
import { expect, test } from 'vitest'
import { fundsTable, paymentsTable } from '../../../admin-api/pages/open-data/csv-tables.ts'
import { makeWeeklyFund } from '../../testing/make-fund-data.ts'
import { listRecipes } from './recipes.ts'

// jsonpath is the library that Ghostfolio evaluates its selectors with. Portfolio Performance needs lists of dates and
// closes of one length, with dates as YYYY-MM-DD and closes as numbers.
const fund = makeWeeklyFund()
const recipes = listRecipes('https://doubloon.test', 'MSTY')
const settingOf = (program: string, name: string) =>
  recipes.find((recipe) => recipe.program === program)?.settings.find((setting) => setting.name === name)
    ?.value ?? ''
const last = fund.closes.at(-1)?.close

test.each([
  ['Portfolio Performance', 'Path to date', 'Path to close'],
  ['Wealthfolio', 'Historical: date path', 'Historical: price path']
])('%s reads a date and a close for every day', (program, datePath, closePath) => {
  const dates = jsonpath.query(fund, settingOf(program, datePath))
  const closes = jsonpath.query(fund, settingOf(program, closePath))
  expect(dates).toEqual(fund.closes.map(({ date }) => date))
  expect(closes).toEqual(fund.closes.map(({ close }) => close))
  expect(dates.length).toBeGreaterThan(1)
})

// Ghostfolio parses a file as JSON if its type is exactly application/json, which the static file tests check.
test('Ghostfolio and Wealthfolio read the newest close', () => {
  const { url, selector } = JSON.parse(settingOf('Ghostfolio', 'Scraper configuration'))
  expect(url).toBe('https://doubloon.test/data/msty.json')
  expect(jsonpath.query(fund, selector)).toEqual([last])
  expect(jsonpath.query(fund, settingOf('Wealthfolio', 'Latest: price path'))).toEqual([last])
})

test('the spreadsheet looks up the estimate and the own-by date of a fund', () => {
  const columns = ['Estimate of one fund', 'Its own-by date'].map((name) => {
    const formula = /^=VLOOKUP\("MSTY",IMPORTDATA\("(.+)"\),(\d+),FALSE\)$/
    const [, url, column] = formula.exec(settingOf('Google Sheets', name)) ?? []
    expect(url).toBe('https://doubloon.test/data/funds.csv')
    return fundsTable.columns[Number(column) - 1]
  })
  expect(columns).toEqual(['estimate', 'own_by'])
})

test('the spreadsheet’s columns are ex-date and amount', () => {
  const formula = settingOf('Google Sheets', 'Sum of a year')
  const [amount, day] = [...formula.matchAll(/Col(\d)/g)].map(
    (match) => paymentsTable.columns[Number(match[1]) - 1]
  )
  expect([amount, day]).toEqual(['amount', 'ex_date'])
  expect(formula).toContain('https://doubloon.test/data/msty-payments.csv')
})
