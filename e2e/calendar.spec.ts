import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import ICAL from 'ical.js'
import { readLayoutShift, unseenShift, watchLayoutShift } from './layout-shift.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoSidewaysScroll,
  test,
  visit
} from './test.ts'

/** Finds a day of the calendar by its heading, such as 'Thu, Jul 9'. */
function dayOf(page: Page, title: string): Locator {
  return page.getByRole('heading', { name: title, level: 4, exact: true }).locator('xpath=ancestor::li[1]')
}

test('the calendar can be read completely without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/calendar`)
  const main = page.getByRole('main')
  // The data ends on that day, so no own-by date is shown.
  await expect(main).toContainText('Data through July 8, 2026')
  // The week of that day comes first.
  await expect(main.getByRole('heading', { level: 3 }).first()).toHaveText('Jul 6–10, 2026')
  // One week is shown at a time, and all when asked for.
  await expect(
    main.getByRole('heading', { name: 'Waiting for newer data', includeHidden: true })
  ).toHaveCount(1)
  const weeks = main.getByRole('heading', { name: /2026$/, level: 3 })
  await expect(weeks).toHaveCount(1)
  await main.getByRole('link', { name: 'Next week: Jul 13–17, 2026' }).click()
  await expect(weeks).toHaveText(['Jul 13–17, 2026'])
  await main.getByRole('link', { name: 'All weeks' }).click()
  await expect(weeks).toHaveCount(7)
  // Later payments repeat the next estimate.
  await expect(dayOf(page, 'Thu, Jul 16')).toContainText(/MSTY\s+~\$0\.\d\d\s/)
  await expect(main).not.toContainText('Own it by')
  await expect(main).toContainText('Independence Day')
  await expect(main).toContainText('Payments of FEAT are missing here')
  await expect(main.getByRole('link', { name: 'MSTY', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('radio', { name: /YieldMax/ })).toBeHidden()
  await context.close()
})

test('on a phone the calendar shows a week at a time, also without scripts, the first payments on the first screen', async ({
  browser,
  baseURL
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.goto(`${baseURL}/calendar`)
    const weeks = page.getByRole('heading', { name: /^\w{3} \d+–.+2026$/, level: 3 })
    await expect(weeks).toHaveCount(1)
    // The newest day of the data is shown first, with payments by family.
    const wednesday = dayOf(page, 'Wed, Jul 8')
    if (javaScriptEnabled) {
      await expect(wednesday).toBeInViewport({ ratio: 0.1 })
      expect((await wednesday.locator('[data-symbol]').first().boundingBox())?.y).toBeLessThan(560)
      await expect(wednesday.getByText('YieldMax, portfolio').first()).toBeVisible()
    }
    await expectNoSidewaysScroll(page)
    const first = (await weeks.textContent()) ?? ''
    await page.getByRole('link', { name: 'Next week: Jul 13–17, 2026' }).click()
    await expect(page).toHaveURL(/#week-\d{4}-\d{2}-\d{2}$/)
    await expect(weeks).toHaveCount(1)
    await expect(weeks).not.toHaveText(first)
    await page.goBack()
    await expect(weeks).toHaveText(first)
    // Days are a strip to swipe; links scroll it, too.
    await page.getByRole('link', { name: /^Tue 7/ }).click()
    await expect(dayOf(page, 'Tue, Jul 7')).toBeInViewport({ ratio: 0.2 })
    await page.getByRole('link', { name: 'All weeks' }).click()
    await expect(page.getByRole('heading', { name: 'The last known weeks' })).toBeVisible()
    expect(await weeks.count()).toBeGreaterThan(3)
    await context.close()
  }
})

test('a wide screen shows funds by days, each once in a week and own funds first', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('ownFunds', JSON.stringify(['MSTY', 'XDTE'])))
  await page.goto('/calendar?funds=all')
  const tables = page.getByRole('main').getByRole('table')
  await expect(tables.first()).toHaveAccessibleName('My funds, Jul 6–10, 2026')
  await expect(tables.first().getByRole('rowheader')).toHaveText(['MSTY', 'XDTE'])
  await expect(page.getByRole('rowheader', { name: 'MSTY' })).toHaveCount(1)
  // Paid on Monday, July 6, and expected to go ex on Thursday, July 9: data/dividends.csv.
  const row = tables.first().getByRole('row', { name: /^MSTY/ }).getByRole('cell')
  await expect(row.nth(0)).toHaveText(/^\s*Paid\s+\$0\.1549\s*$/)
  await expect(row.nth(3)).toHaveText(/^\s*Ex-date, not confirmed\s+\$0\.\d{4}\s*$/)
  await expect(row.nth(1)).toBeEmpty()
  await expect(tables.nth(1).getByRole('columnheader')).toHaveText([
    'YieldMax, single stock',
    'Mon 6',
    'Tue 7',
    'Wed 8',
    'Thu 9',
    'Fri 10'
  ])
  // The days above count funds, and name none.
  await expect(dayOf(page, 'Thu, Jul 9').getByRole('link')).toHaveCount(0)
  await page.getByRole('link', { name: 'Next week: Jul 13–17, 2026' }).click()
  await expect(tables.first()).toHaveAccessibleName('My funds, Jul 13–17, 2026')
  await expect(page.getByRole('rowheader', { name: 'MSTY' })).toHaveCount(1)
  await page.getByRole('link', { name: 'Previous week: Jul 6–10, 2026' }).click()
  await page.getByRole('radio', { name: 'My funds 2' }).check({ force: true })
  await expect(tables).toHaveCount(1)
  await page.setViewportSize({ width: 1024, height: 768 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(tables).toHaveCount(0)
  await expect(dayOf(page, 'Mon, Jul 6').getByRole('link', { name: 'MSTY' })).toBeVisible()
})

test('held funds are preselected, and marked on other pages', async ({ page }) => {
  const bought = { account: '', type: 'buy', shares: 10, date: '2026-06-01', price: null, fee: 0 }
  const transactions = ['MSTY', 'XDTE'].map((symbol) => ({ ...bought, id: symbol, symbol }))
  await page.addInitScript(
    (text) => localStorage.setItem('fleet', text),
    JSON.stringify({ version: 2, transactions, methods: [], taxPercent: null, goal: null })
  )
  await page.goto('/calendar')
  await expect(page.getByRole('radio', { name: 'My funds 2' })).toBeChecked()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/^2 of \d+ paying funds/)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByText('Pick my funds')).toBeHidden()
  await expect(
    page.getByRole('dialog', { name: 'Filter' }).getByRole('link', { name: 'My Fleet' })
  ).toBeVisible()
  // A phone shows a week from the first day with dates of these funds, which pay on Thursday and Friday.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/calendar#week-2026-07-13')
  await page.reload()
  const day = page.locator('#week-2026-07-13').locator('[data-day-link][aria-current]')
  await expect(day).toHaveCount(1)
  await expect(day).toHaveText(/^\s*Thu\s+16\s+[12]/)
  for (const path of ['/roi-rankings', '/weekly-battle', '/funds']) {
    await page.goto(path)
    const marked = async () =>
      (await page.locator('[data-mine]').allTextContents()).map((text) => text.trim())
    await expect.poll(async () => (await marked()).sort()).toEqual(['MSTY', 'XDTE'])
  }
  await page.goto('/compare')
  await page.getByRole('button', { name: 'Compare my funds' }).click()
  await expect(page).toHaveURL(/\/compare\?f=MSTY,XDTE$/)
})

test('selected funds are restored on a later visit, and are not part of the address', async ({ page }) => {
  await page.goto('/calendar')
  const status = page.getByRole('main').getByRole('status')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText('Pick my funds').click()
  await page.getByRole('checkbox', { name: 'MSTY' }).check()
  await expect(status).toHaveText(/^1 of \d+ paying funds, \d+ dates\.$/)
  await expect(page).toHaveURL(/\/calendar\?funds=mine$/)
  await page.goto('/calendar')
  await expect(status).toHaveText(/^1 of \d+ paying funds/)
  await expect(page.getByRole('radio', { name: 'My funds 1' })).toBeChecked()
  // With few funds shown, because axe takes time for each element.
  await expectAccessible(page)
  await page.getByRole('group', { name: 'Funds' }).getByRole('radio', { name: /^All/ }).check({ force: true })
  await expect(status).toHaveText(/^All \d+ paying funds/)
})

test('known and expected dates have different wording, and a fund’s first date is the same on its own page', async ({
  page
}) => {
  const shown: { symbol: string; day: string; figure: string }[] = []
  for (const symbol of ['MSTY', 'ULTY', 'NVDW', 'TSYY', 'SPYT']) {
    await page.goto(`/${symbol.toLowerCase()}`)
    const card = page.getByRole('region', { name: 'Dividend Estimator' })
    const day = await card.getByText('Expected ex-date', { exact: true }).locator('xpath=../dd').textContent()
    const figure = /\$\d+\.\d{4}/.exec((await card.textContent()) ?? '')?.[0] ?? ''
    shown.push({ symbol, figure, day: day?.replace(/, \d{4}$/, '') ?? '' })
  }
  await page.goto('/calendar#all-weeks')
  // Last rows of MSTY and ULTY in data/dividends.csv; data ends on Wednesday, July 8, 2026.
  await expect(dayOf(page, 'Mon, Jul 6')).toContainText(/Paid.*MSTY.*\$0\.1549/s)
  await expect(dayOf(page, 'Thu, Jul 9')).toContainText(/Paid.*ULTY/s)
  await expect(dayOf(page, 'Thu, Jul 9')).toContainText(/Ex-date.*not confirmed.*MSTY/s)
  for (const { symbol, day, figure } of shown) {
    await expect(dayOf(page, day)).toContainText(
      new RegExp(`Ex-date.*not confirmed.*${symbol}[^A-Z]*\\${figure}`, 's')
    )
  }
})

test('the calendar is filtered with the keyboard, the count is announced, and the address can be shared', async ({
  page
}) => {
  await page.goto('/calendar#all-weeks')
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toHaveText(/^All 62 paying funds, \d+ dates\.$/)
  await page.getByRole('button', { name: 'Filter' }).press('Enter')
  await page.getByRole('group', { name: 'Issuer' }).getByRole('radio', { name: /^All/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: /^YieldMax/ })).toBeChecked()
  await expect(status).toHaveText(/^40 of 62 paying funds/)
  await expect(page).toHaveURL(/\/calendar\?issuer=yieldmax#all-weeks$/)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'NVDW', exact: true }).filter({ visible: true })).toHaveCount(0)

  await page.reload()
  await expect(status).toHaveText(/^40 of 62 paying funds/)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('radio', { name: /^Monthly/ }).check({ force: true })
  await expect(status).toHaveText('No fund in this calendar matches these filters.')
  await expect(page.getByRole('heading', { name: 'Fri, Jul 3', exact: true })).toBeVisible()
})

test('grid and list can be chosen on wide screens; nothing shifts or is cut off sideways', async ({
  page
}) => {
  await watchLayoutShift(page)
  await visit(page, '/calendar')
  expect(await readLayoutShift(page)).toBeLessThan(unseenShift)
  for (const width of [320, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  const list = page.getByRole('radio', { name: 'List' })
  const dayBox = (name: string) => page.getByRole('heading', { name, level: 4 }).boundingBox()
  const isSideBySide = async () => (await dayBox('Wed, Jul 8'))?.y === (await dayBox('Thu, Jul 9'))?.y
  await page.getByRole('button', { name: 'Filter' }).click()
  expect(await isSideBySide()).toBe(true)
  await list.check({ force: true })
  await expect(page).toHaveURL(/view=list/)
  expect(await isSideBySide()).toBe(false)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(list).toBeHidden()
})

test('the dates of a fund can be downloaded and read by a calendar application', async ({ page }) => {
  await page.goto('/msty')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download .ics with the dates of MSTY' }).click()
  ])
  expect(download.suggestedFilename()).toBe('doubloon-msty.ics')
  const calendar = new ICAL.Component(ICAL.parse(await readFile(await download.path(), 'utf8')))
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  const next = events.find(({ summary }) => summary === 'MSTY ex-date (not confirmed)')
  expect(next?.startDate.toString()).toBe('2026-07-09')
  await expect(page.getByRole('link', { name: /Subscribe to the dates of MSTY/ })).toHaveAttribute(
    'href',
    /^webcal:\/\/.+\/calendar\/msty\.ics$/
  )
  await page.getByText('Google, Apple, Outlook').click()
  const google = page.getByRole('link', { name: 'Add to Google (opens in a new tab)' })
  await expect(google).toHaveAttribute('href', /cid=webcal%3A%2F%2F[^/]+%2Fcalendar%2Fmsty\.ics$/)
})

test('the feed of all funds is a valid calendar', async ({ request }) => {
  const response = await request.get('/calendar.ics')
  expect(response.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  const calendar = new ICAL.Component(ICAL.parse(await response.text()))
  expect(calendar.getAllSubcomponents('vevent').length).toBeGreaterThan(700)
})

test('selected funds have a calendar and a feed of their own, rendered on request', async ({ request }) => {
  const feed = await request.get('/api/calendar.ics?f=ulty,msty') // Redirects to the canonical address of both funds.
  expect(feed.url()).toMatch(/\/api\/calendar\.ics\?f=MSTY,ULTY$/)
  expect(feed.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  const calendar = new ICAL.Component(ICAL.parse(await feed.text()))
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  expect(new Set(events.map(({ uid }) => uid.split('-')[0]))).toEqual(new Set(['msty', 'ulty']))
  const news = await request.get('/api/feed?f=MSTY,ULTY')
  expect(news.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(await news.text()).toMatch(/<title>MSTY about \$0\.\d\d, not confirmed</)
})

test('the calendar has no axe violation in either theme', async ({ page }) => {
  test.slow() // axe checks each of thousands of elements.
  await page.goto('/calendar?issuer=roundhill') // A few payments, paid and expected.
  await expectAccessibleEverywhere(page)
})
