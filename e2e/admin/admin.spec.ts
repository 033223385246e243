import { groupNames } from '../../admin-api/contract/collection.ts'
import { adminMarker } from '../../admin-api/contract/headers.ts'
import { expect, expectAccessibleEverywhere, expectSpacedWords, test } from '../test.ts'
import { backUp, expectToastClear, openAdmin, readToast, sectionOf, switchTo } from './operator.ts'

/** Finds the entries of one fund; each entry is a table body. */
function entriesOf(page: Parameters<typeof sectionOf>[0], ticker: string) {
  return sectionOf(page, 'Manual Entries')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: ticker, exact: true }) })
}

// A few records test as much as a hundred in a tenth of the time.
test.beforeEach(({ page }) =>
  page.route(/\/api\/admin\/dividend-history\?/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/limit=\d+/, 'limit=5')
    })
  )
)

const headers = { [adminMarker.name]: adminMarker.value }

/** Opens the review after a collection of these funds. */
async function openReviewOf(page: Parameters<typeof sectionOf>[0], ...tickers: string[]): Promise<void> {
  await openAdmin(page, 'Review', async () => {
    for (const ticker of tickers) {
      const response = await page.request.post('/api/admin/manual-entries', { headers, data: { ticker } })
      expect(response.status()).toBe(201)
    }
  })
}

test('the admin page shows connections, searches and accuracy; clearing the searches asks for confirmation', async ({
  page,
  request
}) => {
  let resets = 0
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/admin/search-metrics/reset')) resets += 1
  })
  await request.post('/api/stock/search', { data: { symbol: 'MSTY' } })
  await openAdmin(page)
  for (const part of ['Database', 'Market data', 'Publisher', 'Renderer', 'Backups']) {
    await expect(page.getByRole('term').filter({ hasText: part })).toContainText(/ok|degraded/)
  }
  await expect(sectionOf(page, 'Needs Attention')).toContainText('Nothing needs your attention.')

  const searches = sectionOf(page, 'Most Searched Symbols')
  await expect(searches.getByRole('listitem').filter({ hasText: 'Rank 1' })).toBeVisible()
  expect(await searches.getByRole('listitem').count()).toBeLessThanOrEqual(3)
  await expect(searches).toContainText(/\d+ search(?:es)? tracked in all/)
  await expect(searches).toContainText('Last updated:')

  const accuracy = sectionOf(page, 'Top 5 Most Accurate Predictions')
  await expect(accuracy.getByRole('listitem')).toHaveCount(5)
  await expect(accuracy.getByText('HIGHEST ACCURACY')).toHaveCount(1)
  await expect(accuracy.getByRole('listitem').first()).toContainText(/HIGHEST ACCURACY.*\d\d\.\d\d%/s)
  await expect(accuracy).toContainText('Backtested record')

  const button = page.getByRole('button', { name: 'Clear All Searches' })
  await button.click()
  const dialog = page.getByRole('alertdialog', { name: 'Clear all searches?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  expect(resets).toBe(0)

  await button.click()
  await dialog.getByRole('button', { name: 'Clear All Searches' }).click()
  const notice = await readToast(page, 'Search Metrics Reset')
  expect(notice).toContain('All search metrics have been cleared successfully')
  await expectToastClear(page)
  expect(resets).toBe(1)
})

test.describe('collecting and approving', () => {
  // The server rejects an unsupported fund, and asks for confirmation before it stores something unusual.
  test.use({ expectedErrors: /Failed to load resource: the server responded with a status of 4(?:04|22)/ })

  test('a renamed fund is found at its old address and by its old symbol', async ({ page }) => {
    await openAdmin(page, 'Funds')
    await page.getByLabel('Fund symbol').fill('dips')
    await sectionOf(page, 'Funds').getByRole('button', { name: 'Change DIPS' }).click()
    const form = page.getByRole('dialog', { name: 'Change DIPS' })
    await form.getByLabel('New symbol').fill('DIPZ')
    await form.getByRole('button', { name: 'Rename' }).click()
    expect(await readToast(page, 'Fund Renamed')).toContain('DIPS is now DIPZ')
    await page.goto('/dips')
    await page.waitForURL('**/dipz')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('DIPZ')
    await page.goto('/')
    await page.getByLabel('ETF symbol').fill('DIPS')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText('DIPS is listed here as DIPZ.')).toBeVisible()
  })

  test('one fund is collected by its ticker, and an unsupported one is rejected', async ({ page }) => {
    await openAdmin(page, 'Collect')
    const button = page.getByRole('button', { name: 'Collect Data' })
    await expect(button).toBeDisabled()
    await page.getByLabel('ETF ticker').fill('gpty1')
    await expect(page.getByLabel('ETF ticker')).toHaveValue('GPTY')
    await button.click()
    expect(await readToast(page, 'Data Collected')).toMatch(/GPTY: estimated dividend \$\d\.\d{4}\./)

    await page.getByLabel('ETF ticker').fill('ZZZZ')
    await button.click()
    await expect(page.getByLabel('ETF ticker')).toHaveAccessibleDescription(/ZZZZ is not supported yet/)
    await expect(page.getByLabel('ETF ticker')).toHaveValue('ZZZZ')

    await page.getByRole('button', { name: 'Fix PLTW Estimate' }).click()
    expect(await readToast(page, 'PLTW Estimate Fixed')).toMatch(/New estimate: \$\d\.\d{4}/)
    await switchTo(page, 'Review')
    await expect(entriesOf(page, 'PLTW')).toHaveCount(1)
    await expect(entriesOf(page, 'GPTY')).toContainText('Pending')
    await expect(entriesOf(page, 'ZZZZ')).toHaveCount(0)
  })

  test('a payment date is changed and the entry approved, and the public page shows it', async ({ page }) => {
    await openReviewOf(page, 'XDTE')
    const entry = entriesOf(page, 'XDTE')
    await entry.getByRole('button', { name: 'Edit Date' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Payment Date' })
    const day = dialog.getByLabel('Payment date', { exact: true })
    const before = await day.inputValue()
    await day.fill('')
    await dialog.getByRole('button', { name: 'Save Date' }).click()
    await expect(day).toHaveAccessibleDescription('Payment date required')
    const after = dayAfter(before)
    await day.fill(after)
    await dialog.getByRole('button', { name: 'Save Date' }).click()
    await expect(dialog).toBeHidden()
    await expect(entry).toContainText(after.replace(/(\d{4})-(\d\d)-(\d\d)/, '$2/$3/$1'))

    const mark = 'We checked the pay date'
    expect(await (await page.request.get('/xdte')).text()).not.toContain(mark)
    await entry.getByRole('button', { name: 'Approve' }).click()
    await page
      .getByRole('alertdialog', { name: 'Approve XDTE?' })
      .getByRole('button', { name: 'Approve' })
      .click()
    await readToast(page, 'Entry Approved')
    await expect(async () => expect(await (await page.request.get('/xdte')).text()).toContain(mark)).toPass()
    await expect(entry).toContainText('Approved')
    await expect(entry.getByRole('button')).toHaveText([/^Delete/])
  })

  test('a group is collected after a confirmation, shows its progress and blocks no other group', async ({
    page
  }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/admin/collect-all/defiance-monthly-etfs', async (route) => {
      await held
      await route.continue()
    })
    await openAdmin(page, 'Collect')
    const section = sectionOf(page, 'Manual Data Collection')
    // Every group and 'all'.
    await expect(section.locator('.group-card')).toHaveCount(groupNames.length + 1)
    const group = section.getByRole('listitem').filter({ hasText: 'QQQT, SPYT, USOY' })
    await group.getByRole('button', { name: 'Defiance Monthly' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Collect Defiance Monthly?' })
    await expect(dialog).toContainText('QQQT, SPYT, USOY')
    await dialog.getByRole('button', { name: 'Collect Defiance Monthly' }).click()
    await expect(group.getByRole('button', { name: 'Processing...' })).toBeDisabled()
    await expect(group.getByRole('progressbar')).toBeVisible()
    await expect(section.getByRole('button', { name: 'Roundhill Weekly' })).toBeEnabled()
    await expect(section.getByRole('button', { name: 'All Groups' })).toBeDisabled()
    release()
    expect(await readToast(page, 'Defiance Monthly')).toContain(
      'No new payments: this site runs on embedded data.'
    )
    await expect(group).toContainText(/(?:QQQT|SPYT|USOY)\s*\$\d\.\d{4}/)
    await expect(group.getByRole('button', { name: 'Defiance Monthly', exact: true })).toBeEnabled()
  })

  test('all groups are collected with one click; a blocked run shows where it stopped', async ({ page }) => {
    const stopped = 'Yahoo Finance refuses further requests for now (429). 1 of 2 funds was collected.'
    let isElsewhere = true
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const group = { group: 'roundhill-weeklypay-etfs', title: 'Roundhill Weekly', tickers: ['NVDW', 'TSLW'] }
    const rest = { schedule: { next_run: '2026-06-05T22:15:00Z', paused_until: null }, is_live: true }
    await page.route('**/api/admin/collection', (route) => {
      const running = isElsewhere ? [{ group: 'all', done: 1, total: 2, current: 'TSLW' }] : []
      return route.fulfill({ json: { groups: [group], running, ...rest } })
    })
    await page.route('**/api/admin/collect-all/all', async (route) => {
      await held
      const results = [{ ticker: 'ABNY', estimated_dividend: 0.1, held_back: 0 }]
      await route.fulfill({ json: { results, errors: [], no_estimate: [], stopped } })
    })
    await openAdmin(page, 'Collect')
    const section = sectionOf(page, 'Manual Data Collection')
    const groups = section.locator('.group-card').first()
    await expect(section).toContainText('Next automatic collection: 06/05/2026')
    // A run started elsewhere is shown, too, and disables the groups.
    await expect(groups).toContainText('1 of 2 · collecting TSLW')
    await expect(section.getByRole('button', { name: 'Roundhill Weekly' })).toBeDisabled()
    isElsewhere = false
    await groups.getByRole('button', { name: 'All Groups', exact: true }).click()
    await page.getByRole('button', { name: 'Collect All Groups' }).click()
    await expect(groups.getByRole('button', { name: 'Processing...' })).toBeDisabled()
    release()
    await readToast(page, 'All Groups Collected in Part')
    await expect(groups).toContainText(stopped)
  })

  test('several entries get one date, and are deleted together', async ({ page }) => {
    await openReviewOf(page, 'QDTE', 'RDTE')
    const section = sectionOf(page, 'Manual Entries')
    await section.getByRole('button', { name: 'Change Payment Date' }).click()
    await readToast(page, 'No Entries Selected')
    const two = [entriesOf(page, 'QDTE'), entriesOf(page, 'RDTE')]
    for (const entry of two) await entry.getByRole('checkbox').check()
    await expect(section).toContainText('2 selected')

    await section.getByRole('button', { name: 'Change Payment Date' }).click()
    const dialog = page.getByRole('dialog', { name: 'Update Payment Date for Selected Entries' })
    await dialog.getByLabel('Payment date', { exact: true }).fill('2026-06-09')
    await dialog.getByRole('button', { name: 'Save Date' }).click()
    const question = page.getByRole('alertdialog', { name: 'Is this day right?' })
    await expect(question).toContainText('is expected to pay on June 9, 2026, which is in the past.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(dialog.getByRole('alert')).toHaveText('Nothing was saved. Correct the form, or cancel.')
    await dialog.getByRole('button', { name: 'Save Date' }).click()
    await question.getByRole('button', { name: 'Yes, It Is Right' }).click()
    await readToast(page, 'Payment Dates Updated')
    for (const entry of two) await expect(entry).toContainText('06/09/2026')
    await expect(section).toContainText('2 selected')

    await section.getByRole('button', { name: 'Delete Selected' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Selected' }).click()
    await readToast(page, 'Selected Entries Deleted')
    for (const entry of two) await expect(entry).toHaveCount(0)
    // No other entries exist, unless an earlier test of this worker left some.
    await expect(section).toContainText(/None selected|No entries yet/)
  })

  test('all shown entries are approved after a preview of the changes', async ({ page }) => {
    await openReviewOf(page, 'NVDW', 'TSLW')
    const section = sectionOf(page, 'Manual Entries')
    await section.getByLabel('Show ticker').fill('tslw')
    await expect(entriesOf(page, 'NVDW')).toHaveCount(0)
    await section.getByRole('button', { name: 'Approve All Shown' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Approve 1 entry?' })
    await expect(dialog).toContainText('1 of 1 entry would be approved: 1 estimate.')
    await dialog.getByRole('button', { name: 'Approve All Shown' }).click()
    expect(await readToast(page, 'Entries Approved')).toContain('Approved 1 of 1 entry: 1 estimate.')
    await expect(entriesOf(page, 'TSLW')).toContainText('Approved')
    await section.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(entriesOf(page, 'NVDW')).toContainText('Pending')
  })

  test('the focus moves from a deleted entry to the next one; all are deleted after two confirmations', async ({
    page
  }) => {
    await openReviewOf(page, 'QDTE', 'RDTE')
    await expect(entriesOf(page, 'RDTE').first()).toBeVisible()
    const [newest] = await sectionOf(page, 'Manual Entries').getByRole('rowheader').allInnerTexts()
    const entry = entriesOf(page, newest ?? '')
    await entry.getByRole('button', { name: 'Delete' }).press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Delete this entry?' })
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
    await readToast(page, 'Entry Deleted')
    await expect(entry).toHaveCount(0)
    await expectToastClear(page)
    await expect(
      sectionOf(page, 'Manual Entries').locator('tbody').getByRole('checkbox').first()
    ).toBeFocused()

    const button = page.getByRole('button', { name: 'Delete All Entries' })
    const first = page.getByRole('alertdialog', { name: 'Delete all entries?' })
    const second = page.getByRole('alertdialog', { name: 'Really delete every entry?' })
    await button.click()
    await first.getByRole('button', { name: 'Delete All Entries' }).click()
    await expect(second.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(second).toBeHidden()
    await expect(sectionOf(page, 'Manual Entries').locator('tbody').first()).toBeVisible()

    await button.click()
    await first.getByRole('button', { name: 'Delete All Entries' }).click()
    await second.getByRole('button', { name: 'Yes, Delete Everything' }).click()
    await readToast(page, 'All Entries Deleted')
    await expect(sectionOf(page, 'Manual Entries')).toContainText('No entries yet.')
  })
})

test('every admin page has no axe violation in either theme and no sideways scroll', async ({ page }) => {
  test.slow() // Each page is checked in both themes.
  await page.route('**/api/admin/manual-entries', (route) =>
    route.fulfill({ json: { entries: madeUpEntries } })
  )
  await openAdmin(page)
  const attention = sectionOf(page, 'Needs Attention')
  await expect(attention).toContainText('IWMY payment of $2.4000 quarantined.')
  await expect(page.getByRole('link', { name: 'Review 1 waiting' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await attention.getByRole('link', { name: 'Review' }).click()

  const quarantined = sectionOf(page, 'Payments to Decide')
  await quarantined.getByRole('checkbox', { name: 'Select IWMY' }).check()
  await expectAccessibleEverywhere(page)
  await expectSpacedWords(page)
  await quarantined.getByRole('button', { name: 'Edit Date' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Payment Date' })).toBeVisible()
  await page.keyboard.press('Escape')
  await quarantined.getByRole('button', { name: /^Approve IWMY/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve IWMY payment' })
  await expect(dialog.getByLabel('Amount per share in dollars')).toHaveValue('2.4')
  await expectAccessibleEverywhere(page, 'dialog')
  let approved: unknown
  await page.route('**/api/admin/manual-entries/2/approve', (route) => {
    approved = route.request().postDataJSON()
    return route.fulfill({ json: { message: 'Approved.', payment_date: '2026-06-05' } })
  })
  await dialog.getByLabel('Amount per share in dollars').fill('0.24')
  await dialog.getByRole('button', { name: 'Approve Payment' }).click()
  await readToast(page, 'Entry Approved')
  expect(approved).toMatchObject({ amount: 0.24 })

  for (const name of ['Collect', 'Funds', 'Settings'] as const) {
    await switchTo(page, name)
    if (name === 'Settings') {
      await backUp(page)
      await expect(sectionOf(page, 'Backups').getByRole('row').nth(1)).toContainText('Nightly or by hand')
    }
    await expectAccessibleEverywhere(page)
  }
})

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
}

const estimate = {
  id: 1,
  ticker: 'QDTE',
  kind: 'estimate',
  collection_date: '2026-05-29',
  payment_date: null,
  ex_date: '2026-06-04',
  estimated_dividend: 0.2123,
  actual_dividend: null,
  current_price: 31.5,
  implied_volatility: 0.1849,
  three_month_average: 0.2201,
  frequency: 'WEEKLY',
  status: 'approved',
  is_stored: false,
  reason: null
}
/** Entries of both kinds and both states. */
const madeUpEntries = [
  {
    ...estimate,
    id: 2,
    ticker: 'IWMY',
    kind: 'payment',
    payment_date: '2026-06-05',
    actual_dividend: 2.4,
    status: 'pending',
    reason: 'The payment of $2.4000 is more than five times the one before it.'
  },
  estimate
]
