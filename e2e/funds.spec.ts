import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readLayoutShift, unseenShift, watchLayoutShift } from './layout-shift.ts'
import {
  expect,
  expectAccessibleEverywhere,
  expectNoSidewaysScroll,
  phone,
  settle,
  test,
  visit
} from './test.ts'

const tableOf = (page: Page) => page.getByRole('table', { name: 'All funds' })
const symbolsOf = (page: Page) => tableOf(page).getByRole('rowheader').getByRole('link')
const chosenCellsOf = (page: Page) =>
  tableOf(page).getByRole('cell', { name: /%$/ }).and(page.locator('.is-chosen'))
const countOf = (page: Page) => page.getByRole('main').getByRole('status').first()

test('a header search with several matches opens the table of funds, which can be sorted and downloaded', async ({
  page
}) => {
  await watchLayoutShift(page)
  await visit(page, '/learn')
  const find = page.getByRole('combobox', { name: 'Find a fund' })
  await find.fill('tesla')
  await expect(page.getByRole('option')).not.toHaveCount(0)
  await find.press('Enter')
  await expect(page).toHaveURL(/\/funds\?q=tesla$/)
  await expect(symbolsOf(page)).toHaveText(['CRSH', 'TSLW', 'TSLY', 'TSYY'])
  await expect(countOf(page)).toHaveText('4 of 66 funds, by ticker, A to Z.')
  await settle(page)
  expect(await readLayoutShift(page)).toBeLessThan(unseenShift)

  const confidence = tableOf(page).getByRole('columnheader', { name: 'Confidence' })
  await confidence.getByRole('button').click()
  await expect(chosenCellsOf(page).first()).toBeVisible()
  await expect(confidence).toHaveAttribute('aria-sort', 'descending')
  const shares = await tableOf(page).locator('tbody tr:not([hidden]) td:last-child').allTextContents()
  const figures = shares.map(Number.parseFloat)
  expect(figures).toEqual(figures.toSorted((a, b) => b - a))
  await expect(page).toHaveURL(/\/funds\?q=tesla&sort=confidence$/)

  const symbols = await symbolsOf(page).allTextContents()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^doubloon-funds-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toMatch(/^symbol,name,pays,estimate_dollars,ex_date,/)
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(symbols)

  await page.getByRole('searchbox', { name: 'Find' }).fill('no such fund')
  await expect(page.getByText('No fund matches these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all funds' }).click()
  await expect(symbolsOf(page)).toHaveCount(66)
  await expect(page).toHaveURL(/\/funds\?sort=confidence$/)
  // Stopped funds come last in any order.
  await expect(tableOf(page).getByRole('row').last()).toContainText('so there is no estimate.')
})

test('on a phone rows are cards with the figure they are sorted by, at first eight, all on request', async ({
  page
}) => {
  await page.setViewportSize(phone.viewport)
  await visit(page, '/funds')
  // A select replaces the column headers.
  await page.getByLabel('Sort by').selectOption('Confidence')
  await expect(chosenCellsOf(page).first()).toBeVisible()
  await expect(symbolsOf(page)).toHaveCount(8)
  await page.getByRole('checkbox', { name: 'Show all 66 funds' }).check()
  await expect(symbolsOf(page)).toHaveCount(66)
})

test('the head of the table stays visible while the page scrolls, and columns are remembered', async ({
  page
}) => {
  await visit(page, '/funds')
  // Nothing is cut off if a classic scrollbar takes 15 pixels of a common screen width.
  await page.setViewportSize({ width: 1425, height: 900 })
  expect(
    await tableOf(page).evaluate((table) => {
      const frame = table.parentElement?.getBoundingClientRect().right ?? 0
      return table.getBoundingClientRect().right - frame
    })
  ).toBeLessThanOrEqual(1)
  await page.getByText('Columns', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Underlying' }).check()
  await page.getByRole('checkbox', { name: 'Range width' }).uncheck()
  await watchLayoutShift(page)
  await page.reload()
  await settle(page)
  expect(await readLayoutShift(page)).toBeLessThan(unseenShift)
  await expect(tableOf(page).getByRole('columnheader', { name: 'Underlying' })).toHaveCount(1)
  await expect(tableOf(page).getByRole('columnheader', { name: 'Range width' })).toHaveCount(0)

  await symbolsOf(page).last().scrollIntoViewIfNeeded()
  await expect(tableOf(page).getByRole('columnheader', { name: 'Confidence' })).toBeInViewport({ ratio: 1 })
  await expect(symbolsOf(page).last()).toBeInViewport()
  await expectNoSidewaysScroll(page)
})

test('the table of all funds has no axe violation in either theme', async ({ page }) => {
  await visit(page, '/funds?issuer=yieldmax&sort=yield')
  await page.getByText('Columns', { exact: true }).click()
  await expectAccessibleEverywhere(page)
})
