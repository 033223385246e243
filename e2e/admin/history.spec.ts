import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { adminMarker } from '../../admin-api/contract/headers.ts'
import { expect, expectAccessibleEverywhere, expectNoSidewaysScroll, test } from '../test.ts'
import { openAdmin, readToast, sectionOf, switchTo } from './operator.ts'

const rejectedCalls = /Failed to load resource: the server responded with a status of 4(?:00|09|22)/

function historyOf(page: Page) {
  return sectionOf(page, 'Main Database - Dividend History')
}

function logOf(page: Page) {
  return sectionOf(page, 'Admin Logs')
}

function formOf(page: Page) {
  return historyOf(page).getByRole('form')
}

/** Finds records of the table by ticker and payment date as shown. */
function recordOf(page: Page, ticker: string, paidOn: string) {
  return historyOf(page).getByRole('row').filter({ hasText: ticker }).filter({ hasText: paidOn })
}

/** Filters for records of these tests: no fund paid anything in 2021. */
async function showOnly(page: Page, ticker: string): Promise<void> {
  await historyOf(page).getByLabel('Filter by ticker').fill(ticker)
  await historyOf(page).getByLabel('Paid from').fill('2021-01-01')
  await historyOf(page).getByLabel('Paid to').fill('2021-12-31')
}

async function choose(page: Page, name: string, text: string): Promise<void> {
  await historyOf(page)
    .getByLabel('File to import')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
}

async function downloadBackup(page: Page) {
  const download = page.waitForEvent('download')
  await historyOf(page).getByRole('button', { name: 'Export' }).click()
  const file = await download
  const text = await readFile(await file.path(), 'utf8')
  return { name: file.suggestedFilename(), text }
}

const headers = { [adminMarker.name]: adminMarker.value }

async function deleteRecord(page: Page, ticker: string, paidOn: string): Promise<void> {
  const response = await page.request.delete(`/api/admin/dividend-history/${ticker}/${paidOn}`, { headers })
  expect(response.status()).toBe(200)
}

/** Adds and deletes a record, so that only log entries remain. */
async function deleteNewRecord(page: Page, ticker: string, paidOn: string): Promise<void> {
  const data = {
    ticker,
    payment_date: paidOn,
    estimated_dividend: 0.25,
    frequency: 'MONTHLY',
    confirm_past: true
  }
  const response = await page.request.post('/api/admin/dividend-history', { headers, data })
  expect(response.status()).toBe(201)
  await deleteRecord(page, ticker, paidOn)
}

test.describe('changing the history', () => {
  test.use({ expectedErrors: rejectedCalls })

  test('a record is added, rejected a second time, changed and deleted', async ({ page }) => {
    await page.clock.install()
    await openAdmin(page, 'History')
    await showOnly(page, 'abny')
    await expect(historyOf(page)).toContainText('No dividend history records found. Add a new record above.')

    await historyOf(page).getByRole('button', { name: 'New Record' }).click()
    const form = formOf(page)
    const add = form.getByRole('button', { name: 'Add Record' })
    await expect(add).toBeDisabled()
    await form.getByRole('textbox', { name: 'Ticker' }).fill('abny')
    await form.getByLabel('Payment Date').fill('2021-03-05')
    await form.getByLabel('Estimated Dividend').fill('')
    await expect(add).toBeDisabled()
    await form.getByLabel('Estimated Dividend').fill('0.1234')
    await form.getByLabel('Implied Volatility').fill('42.5')
    await expect(form).toContainText('Read as 42.50% a year.')

    // Unsaved input survives a reload of the list.
    const reading = page.waitForResponse((response) => response.url().includes('/dividend-history?'))
    await page.clock.fastForward(15_000)
    await reading
    await expect(form.getByRole('textbox', { name: 'Ticker' })).toHaveValue('ABNY')

    await add.click()
    const question = page.getByRole('alertdialog', { name: 'Is this day right?' })
    await question.getByRole('button', { name: 'Yes, It Is Right' }).click()
    expect(await readToast(page, 'Record Added')).toContain('ABNY')
    const record = recordOf(page, 'ABNY', '03/05/2021')
    await expect(record).toContainText(/Monthly.*\$0\.1234 operator.*42\.50%/)
    await expect(form.getByRole('textbox', { name: 'Ticker' })).toBeFocused()
    await expect(form.getByRole('textbox', { name: 'Ticker' })).toHaveValue('')

    await form.getByRole('textbox', { name: 'Ticker' }).fill('ABNY')
    await form.getByLabel('Payment Date').fill('2021-03-05')
    await add.click()
    const refusal = 'ABNY already has a record with the payment date March 5, 2021.'
    await expect(form.getByRole('alert')).toHaveText(refusal)
    await record.getByRole('button', { name: 'Edit ABNY, 03/05/2021' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(form).toBeFocused()
    await expect(form).toBeInViewport()
    await expect(form.getByLabel('Implied Volatility')).toHaveValue('42.5')
    await form.getByLabel('Payment Date').fill('2021-03-12')
    await form.getByLabel('Current Price').fill('9.5')
    await form.getByLabel('Frequency').selectOption('Weekly')
    await form.getByRole('button', { name: 'Update Record' }).click()
    await question.getByRole('button', { name: 'Yes, It Is Right' }).click()
    await readToast(page, 'Record Updated')
    const moved = recordOf(page, 'ABNY', '03/12/2021')
    await expect(moved).toContainText(/Weekly.*\$0\.1234 operator.*\$9\.50.*42\.50%/)
    await expect(record).toHaveCount(0)

    await moved.getByRole('button', { name: 'Delete ABNY, 03/12/2021' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this record?' })
    await expect(dialog).toContainText('ABNY with payment date 03/12/2021')
    await page.keyboard.press('Escape')
    await expect(moved).toBeVisible()
    await moved.getByRole('button', { name: 'Delete ABNY, 03/12/2021' }).click()
    await dialog.getByRole('button', { name: 'Delete Record' }).click()
    await readToast(page, 'Record Deleted')
    await expect(moved).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Main Database - Dividend History' })).toBeFocused()
  })

  test('a backup is downloaded and restored after a confirmation with counts, and a bad one is rejected', async ({
    page
  }) => {
    await openAdmin(page, 'History')
    await showOnly(page, 'DISO')
    const { name, text } = await downloadBackup(page)
    expect(name).toMatch(/^doubloon-backup-\d{4}-\d\d-\d\d\.json$/)
    const backup = JSON.parse(text)
    expect(backup).toMatchObject({ version: '1', data: expect.any(Array) })

    const known = backup.data.find(({ ticker }: { ticker: string }) => ticker === 'DISO')
    const expected = {
      ticker: 'DISO',
      payment_date: '2021-03-05',
      estimated_dividend: 0.25,
      frequency: 'WEEKLY'
    }
    const small = JSON.stringify({ version: '1', data: [known, expected] })
    await choose(page, 'small.json', small)
    const dialog = page.getByRole('alertdialog', { name: 'Import this file?' })
    await expect(dialog).toContainText('small.json holds 2 records: 1 added, 0 changed, 1 unchanged.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const restored = recordOf(page, 'DISO', '03/05/2021')
    await expect(restored).toHaveCount(0)

    await choose(page, 'small.json', small)
    await dialog.getByRole('button', { name: 'Import' }).click()
    expect(await readToast(page, 'Backup Restored')).toContain('Successfully restored 2 records from backup')
    await expect(restored).toContainText('$0.2500')

    await deleteRecord(page, 'DISO', '2021-03-05')
    const good = { ticker: 'DISO', payment_date: '2021-06-04', estimated_dividend: 0.25, frequency: 'WEEKLY' }
    const written = (data: unknown) => JSON.stringify({ version: '1', data })
    const noRecords = "The backup file doesn't contain any valid records."
    const bad = [
      ['truncated.json', written([good]).slice(0, -9), 'Invalid Backup File', noRecords],
      ['foreign.json', '{"posts":[{"title":"Ahoy"}]}', 'Invalid Backup File', noRecords],
      [
        'wrong.json',
        written([good, { ...good, payment_date: '2021-06-31' }]),
        'Restore Failed',
        'payment_date'
      ],
      [
        'hostile.json',
        written([good]).replace('"frequency"', '"__proto__":{"x":1},"frequency"'),
        'Restore Failed',
        'record 1 (DISO, 2021-06-04)'
      ]
    ] as const
    for (const [name, text, title, fault] of bad) {
      await choose(page, name, text)
      const notice = historyOf(page).getByText(`${name} wasn’t restored; nothing was changed.`)
      await expect(notice).toContainText(fault)
      expect(await readToast(page, title)).toContain(fault)
    }
    await expect(recordOf(page, 'DISO', '06/04/2021')).toHaveCount(0)
  })

  test('the log can be filtered by level and ticker, paged and cleared', async ({ page }) => {
    await openAdmin(page, 'Log', async () => {
      // Each reset writes a log entry, for more than one page of ten.
      for (let count = 0; count < 9; count++) {
        const response = await page.request.post('/api/admin/search-metrics/reset', { headers, data: {} })
        expect(response.status()).toBe(200)
      }
      await deleteNewRecord(page, 'AIYY', '2021-03-12')
    })
    const log = logOf(page)
    const lines = log.getByRole('list', { name: 'Log lines, newest first' }).getByRole('listitem')
    await log.getByLabel('Ticker in the log').fill('aiyy')
    await log.getByLabel('Action').selectOption('Delete')
    await expect(log).toContainText('1 line with these filters')
    await expect(lines).toHaveCount(1)
    await expect(lines).toContainText(/INFOAIYY Record of AIYY for March 12, 2021 deleted/)
    await expect(lines).toContainText(/Dividend history.*Delete.*by admin.*from 10\.\d+\.\d+\.0/)
    await log.getByLabel('Search').fill('for 03/12')
    await expect(log).toContainText('No logs found with the current filters')
    await log.getByLabel('Search').fill('record of aiyy')
    await log.getByLabel('From').fill('2021-01-01')
    await expect(lines).toHaveCount(1)
    // The address holds the filters.
    await page.reload()
    await expect(log.getByLabel('Search')).toHaveValue('record of aiyy')
    await expect(log.getByLabel('Action')).toHaveValue('DELETE')
    await expect(log).toContainText('1 line with these filters')
    await lines.getByText('Details').click()
    await expect(lines.getByRole('definition').filter({ hasText: '03/12/2021' }).first()).toBeVisible()

    await log.getByRole('button', { name: 'Clear Filters' }).click()
    await log.getByLabel('Lines per page').selectOption('10')
    await expect(lines).toHaveCount(10)
    const pages = log.getByRole('navigation', { name: 'Log pages' })
    await pages.getByRole('button', { name: 'Next' }).click()
    await expect(pages).toContainText('Page 2 of')
    await log.getByLabel('Level').selectOption('Info')
    await expect(pages).toContainText('Page 1 of')
    await log.getByLabel('Ticker in the log').fill('aiyy')
    await expect(lines.first()).toContainText('AIYY')

    await log.getByRole('button', { name: 'Clear All Logs' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Clear all logs?' })
    await dialog.getByRole('button', { name: 'Clear All Logs' }).click()
    await readToast(page, 'Logs Cleared')
    await expect(log).toContainText('No logs found with the current filters')
    await log.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(lines.filter({ hasText: 'Cleared the log' })).toContainText('WARNING')
    await log.getByRole('button', { name: 'Hide Logs' }).click()
    await expect(log.getByLabel('Level')).toBeHidden()
  })
})

test('the history can be filtered, sorted and paged', async ({ page }) => {
  await openAdmin(page, 'History')
  const history = historyOf(page)
  const rows = history.locator('tbody').getByRole('row')
  const pages = history.getByRole('navigation', { name: 'Dividend history pages' })
  await expect(rows).toHaveCount(25)
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages).toContainText('Page 2 of')
  await pages.getByRole('button', { name: 'Last' }).click()
  await expect(pages).toContainText(/Page (\d+) of \1/)

  await history.getByLabel('Filter by ticker').fill('ms-ty')
  await history.getByLabel('Paid from').fill('2026-05-01')
  await history.getByLabel('Paid to').fill('2026-05-29')
  await history.getByLabel('Sort by').selectOption('Oldest payment first')
  await expect(history).toContainText(/\d records? with these filters/)
  await expect(pages).toContainText('Page 1 of 1')
  await expect(rows.first()).toContainText(/MSTY.*05\/0\d\/2026/)
  await expect(rows.first()).toContainText(/\$\d\.\d{4}.*\$\d\.\d{4} backtested/)
  await expectNoSidewaysScroll(page)
})

test('history and log have no axe violation in either theme', async ({ page }) => {
  test.slow() // axe checks each of a hundred rows.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAdmin(page, 'History')
  await historyOf(page).getByLabel('Filter by ticker').fill('ABNY')
  await expect(historyOf(page)).toContainText('with these filters')
  await historyOf(page)
    .getByRole('button', { name: /^Edit ABNY/ })
    .first()
    .click()
  for (const name of ['History', 'Log'] as const) {
    if (name === 'Log') await switchTo(page, name)
    await expectAccessibleEverywhere(page)
  }
})
