import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoSidewaysScroll,
  openUnfolded,
  settle,
  test
} from './test.ts'

const pages = [
  { path: '/accuracy', heading: 'Accuracy' },
  { path: '/method', heading: 'The method' },
  { path: '/record', heading: 'The signed record' },
  { path: '/status', heading: 'Status' }
]

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the track record can be read completely: skill, coverage, misses, and every fund and year', async ({
    page
  }) => {
    await openUnfolded(page, '/accuracy')
    await expect(page.getByRole('heading', { level: 1, name: 'Accuracy' })).toBeVisible()
    await expect(page.getByText('No live results yet.')).toBeVisible()
    // The embedded data has no live estimate of a past payment.
    await expect(
      page.getByText('once they are 14 days older than a payment. There is none yet.')
    ).toBeVisible()
    await expect(page.getByText('Half of our estimates in 2026, backtested, were within')).toBeVisible()
    await expect(page.getByText(/Our forecasts were \d+\.\d% better than the best simple rule/)).toBeVisible()
    await expect(page.getByText(/\d+\.\d% of payments landed in our range/)).toBeVisible()
    for (const chart of [/below each quantile/, /how often it came true/])
      await expect(page.getByRole('img', { name: chart })).toBeVisible()
    await expect(page.getByText('Our target for 2027')).toBeVisible()
    await expect(page.getByRole('table', { name: 'largest misses' }).getByText('missed')).toHaveCount(5)
    const years = page.getByRole('table', { name: 'Accuracy by year' }).getByRole('rowheader')
    expect((await years.allTextContents()).slice(0, 2)).toEqual(['2026', '2025'])
    const figures = await page.locator('#fund-msty').getByRole('cell').allTextContents()
    await page.goto('/msty')
    const reason = await page.getByText(/Confidence: \d+%/).textContent()
    expect(figures.map((figure) => figure.trim())).toContain(/\d+%/.exec(reason ?? '')?.[0])
    await page.goto('/accuracy/2026')
    await expect(page).toHaveURL('/accuracy#archive')
  })

  test('the method page calculates one fund step by step, and the sums are right', async ({ page }) => {
    await page.goto('/method')
    const sums = await page.getByText(/ ÷ .* = /).allTextContents()
    expect(sums).toHaveLength(2)
    for (const sum of sums) {
      const [dividend = 0, divisor = 1, shown = 0] = (sum.match(/[\d.]+/g) ?? []).map(Number)
      const quotient = sum.includes('$') ? (100 * dividend) / divisor : dividend / divisor
      expect(Math.abs(quotient - shown), sum).toBeLessThan(0.006)
    }
    await expect(page.getByRole('main').getByRole('link', { name: 'Accuracy', exact: true })).toHaveAttribute(
      'href',
      '/accuracy'
    )
  })
})

for (const { path, heading } of pages) {
  test(`${path} has no axe violation in either theme, and fits small screens`, async ({ page }) => {
    test.slow() // axe checks each of a thousand cells.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    const limit = path === '/method' ? 8000 : 5000
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(limit)
    if (path === '/accuracy') {
      // Print shows folded sections.
      const fundTable = page.locator('table').filter({ hasText: 'Accuracy by fund' })
      const isLastShown = () =>
        fundTable
          .locator('tr')
          .last()
          .evaluate((row) => row.checkVisibility())
      expect(await isLastShown()).toBe(false)
      await page.emulateMedia({ media: 'print' })
      expect(await isLastShown()).toBe(true)
      await page.emulateMedia({ media: null })
    }
    await page.setViewportSize({ width: 1280, height: 720 })
    await openUnfolded(page, path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expectAccessibleEverywhere(page)
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page)
    }
  })
}

test('the figures for all funds can be calculated from the downloaded file', async ({ page }) => {
  await openUnfolded(page, '/accuracy')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('doubloon-estimates.csv')
  const rows: Record<string, string>[] = parse(await readFile(await file.path()), { columns: true })
  const counted = rows.filter((row) => row['origin'] === 'replayed' && row['counts'] === 'yes')

  const errors = counted.map((row) => errorOf(number(row, 'estimate'), number(row, 'actual')))
  const inside = counted.filter(
    (row) => number(row, 'actual') >= number(row, 'low') && number(row, 'actual') <= number(row, 'high')
  )
  const sizes = errors.map(Math.abs)
  const bias = mean(errors)
  expect(await readAllRow(page)).toEqual([
    counted.length.toLocaleString('en-US'),
    rate(median(sizes)),
    `${bias > 0 ? '+' : '−'}${rate(Math.abs(bias))}`,
    rate((100 * inside.length) / counted.length)
  ])
})

test('a rival’s CSV is scored in the browser, beside ours on the same payments', async ({
  page,
  request
}) => {
  await page.goto('/accuracy#rival')
  const chooser = page.getByLabel('CSV with your forecasts')
  const choose = (text: string) =>
    chooser.setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const example = page.getByRole('link', { name: 'Our own forecasts as an example' })
  await example.hover()
  const own = await request.get((await example.getAttribute('href')) ?? '')
  await choose(await own.text())
  const table = page.getByRole('table', { name: 'Your forecasts and our backtested estimates' })
  const cellsOf = async (name: string) =>
    (await table.getByRole('row', { name }).getByRole('cell').allTextContents()).map((cell) => cell.trim())
  await expect(table).toBeVisible()
  // Our own file as a rival ties with us, and beats the last amount.
  expect(await cellsOf('Your forecast')).toEqual(await cellsOf('Our estimate'))
  const [ours, last] = [await cellsOf('Our estimate'), await cellsOf('Last amount again')]
  expect(Number(ours.at(-1))).toBeLessThan(Number(last.at(-1)))
  await expect(page.getByText(/Your forecast was closer than ours for 0 of [\d,]+ payments/)).toBeVisible()
  await expectAccessibleEverywhere(page, '.rival')
  await choose('symbol,ex_date,value\nMSTY,05/21/2026,0.31\n')
  await expect(page.getByText('Line 2: “05/21/2026” is no ex-date. Write it as 2026-05-28.')).toBeVisible()
})

test('a missed estimate leads to its check in the browser, which finds it signed and unchanged', async ({
  page
}) => {
  await openUnfolded(page, '/accuracy')
  const row = page.getByRole('table', { name: 'largest misses' }).getByRole('row').nth(1)
  const fund = (await row.getByRole('rowheader').textContent())?.trim() ?? ''
  await row.getByRole('cell').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/record\?day=/)
  await expect(page.getByText(`Signed and unchanged: this estimate of ${fund}.`)).toBeVisible()
  await expect(page.getByText(/The only signature is valid/)).toBeVisible()
  await page.getByLabel('Fund', { exact: true }).fill('zzzz')
  await page.getByRole('button', { name: 'Check the estimate' }).click()
  await expect(page.getByText(/ZZZZ has no such estimate among the/)).toBeVisible()
})

test('a fund page checks an estimate in place after a click, and without script leads to the check', async ({
  page,
  browser,
  baseURL
}) => {
  const scripts: string[] = []
  page.on('request', (sent) => {
    if (sent.resourceType() === 'script') scripts.push(new URL(sent.url()).pathname)
  })
  await page.goto('/msty')
  await page.getByText(/^Why \$0\.\d{4}$/).click()
  const link = page.getByRole('link', { name: 'Check our last estimate' })
  // Until then, the link leads to the page that checks it.
  await expect(page.locator('astro-island:not([ssr])', { has: link })).toHaveCount(1)
  await settle(page)
  expect(scripts.filter((path) => path.includes('verify-estimate'))).toEqual([])
  await link.click()
  const result = page.getByRole('status').filter({ hasText: 'estimate of MSTY' })
  await expect(result).toContainText('Signed and unchanged: this estimate of MSTY.')
  await expect(result).toContainText('this browser remembers it')
  expect(scripts.filter((path) => path.includes('verify-estimate'))).toHaveLength(1)
  await expect(page).toHaveURL(/\/msty$/)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, '.check-estimate__result')

  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`${baseURL}/msty`)
  await plain.getByText(/^Why \$0\.\d{4}$/).click()
  await plain.getByRole('link', { name: 'Check our last estimate' }).click()
  await expect(plain).toHaveURL(/\/record\?day=.*&symbol=MSTY&ex_date=.*#check$/)
  await context.close()
})

test('the card of a fund links to its row in the track record below the header, and the row links back', async ({
  page
}) => {
  await page.goto('/cony')
  await page.getByText(/^Why \$0\.\d{4}$/).click()
  await page.getByRole('link', { name: 'How accurate are we?' }).click()
  await expect(page).toHaveURL(/\/accuracy#fund-cony$/)
  const table = page.getByRole('table', { name: 'Accuracy by fund' })
  const row = table.getByRole('row', { name: /^CONY / })
  await expect(row).toBeInViewport({ ratio: 1 })
  const head = table.getByRole('columnheader').first()
  const [rowBox, headBox] = [await row.boundingBox(), await head.boundingBox()]
  if (rowBox === null || headBox === null) throw new Error('the row or the head has no box')
  expect(rowBox.y).toBeGreaterThanOrEqual(headBox.y + headBox.height - 1)
  await row.getByRole('link', { name: 'CONY' }).click()
  await expect(page).toHaveURL(/\/cony$/)
})

test('choosing a fund shows its record; funds are sorted by error, and a column header sorts by its figure', async ({
  page
}) => {
  await page.goto('/accuracy')
  await page.getByLabel('Your fund’s record').selectOption('CONY')
  await expect(page.getByRole('row', { name: /^CONY / })).toBeInViewport({ ratio: 1 })
  const table = page.getByRole('table', { name: 'Accuracy by fund' })
  const column = async (index: number) => {
    const cells = await table.locator(`tbody tr > :nth-child(${index})`).allTextContents()
    return cells.map((text) => text.trim())
  }
  const errors = async () => (await column(3)).map(Number.parseFloat)
  expect(await errors()).toEqual((await errors()).toSorted((a, b) => a - b))
  const median = table.getByRole('columnheader', { name: 'Median error' })
  await expect(median).toHaveAttribute('aria-sort', 'ascending')
  await median.getByRole('button').press('Enter')
  await expect(median).toHaveAttribute('aria-sort', 'descending')
  expect(await errors()).toEqual((await errors()).toSorted((a, b) => b - a))
  await table.getByRole('button', { name: 'Fund' }).press('Enter')
  expect(await column(1)).toEqual((await column(1)).toSorted())
  await expect(median).not.toHaveAttribute('aria-sort')
})

async function readAllRow(page: Page): Promise<string[]> {
  const table = page.getByRole('table', { name: 'Accuracy by family' })
  const cells = await table
    .getByRole('row', { name: /^All funds/ })
    .getByRole('cell')
    .allTextContents()
  // Without the two skills, which need every quantile.
  return cells.slice(0, -2).map((text) => text.trim())
}

function number(row: Record<string, string>, column: string): number {
  return Number(row[column])
}

function errorOf(estimate: number, actual: number): number {
  if (actual === 0) return estimate === 0 ? 0 : 300
  return Math.min(300, (100 * (estimate - actual)) / actual)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

function rate(percent: number): string {
  return `${percent.toFixed(1)}%`
}
