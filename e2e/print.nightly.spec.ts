import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'

async function countPages(page: Page): Promise<number> {
  return (await pageSizes(page)).length
}

/** Width and height of each page as printed on Letter, unless a style sheet says otherwise; in points. */
async function pageSizes(page: Page): Promise<(readonly [width: number, height: number])[]> {
  const pdf = await page.pdf({ format: 'Letter', preferCSSPageSize: true })
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)
  return [...boxes].map(([, width, height]) => [Number(width), Number(height)] as const)
}

/** Pairs of neighboring labels of which one covers the other. */
async function overlappingLabels(labels: Locator): Promise<string[]> {
  const texts = await labels.evaluateAll((all) =>
    all.flatMap((label) => {
      const { x, right, y, width } = label.getBoundingClientRect()
      return width === 0 ? [] : [{ text: label.textContent, x, right, y }]
    })
  )
  expect(texts.length).toBeGreaterThan(0)
  return texts.flatMap(({ text, x, y }, i) => {
    const before = texts[i - 1]
    return before?.y === y && before.right > x && before.x < x ? [`${before.text} ${text}`] : []
  })
}

test('a fund prints on two pages without controls, My Fleet on four, and a month of it on one', async ({
  page
}) => {
  for (const path of ['/msty', '/ulty']) {
    await page.goto(path)
    expect(await countPages(page), path).toBe(2)
  }
  await page.emulateMedia({ media: 'print' })
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  // The buttons of a legend say which line is which, also on paper.
  const controls = main.locator('button:not(.chart-legend *), [role="button"]')
  await expect(controls.filter({ visible: true })).toHaveCount(0)
  await expect(main.locator('.chart-legend').first()).toBeVisible()
  await expect(main.getByRole('navigation').filter({ visible: true })).toHaveCount(0)
  await expect(main.getByText('enter shares').filter({ visible: true })).toHaveCount(0)
  await page.setViewportSize({ width: 720, height: 960 })
  await page.goto('/msty')
  expect(await overlappingLabels(main.locator('.plot__days text'))).toEqual([])
  await page.emulateMedia({ media: null })

  const bought = { account: '', type: 'buy', shares: 10, date: '2026-06-01', price: null, fee: 0 }
  const symbols = [
    'MSTY',
    'XDTE',
    'ULTY',
    'YMAX',
    'NVDY',
    'TSLY',
    'CONY',
    'QDTE',
    'PLTY',
    'AMZY',
    'SMCY',
    'YMAG'
  ]
  const transactions = symbols.map((symbol) => ({ ...bought, id: symbol, symbol }))
  const open = async (held: typeof transactions) => {
    await page.evaluate(
      (text) => localStorage.setItem('fleet', text),
      JSON.stringify({ version: 2, transactions: held, methods: [], taxPercent: null, goal: null })
    )
    await page.goto('/fleet')
  }
  await open(transactions)
  await expect(main.getByRole('heading', { name: 'My holdings' })).toBeVisible()
  // Paper has everything, also what nobody scrolled to or opened.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(main.getByRole('region', { name: /^Transactions of/ })).toHaveCount(transactions.length)
  await expect(main.getByRole('heading', { name: /^Income and gains/ })).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  // All of it takes four pages, with the names of funds and columns, which are buttons on screen.
  expect(await countPages(page)).toBeLessThanOrEqual(4)
  await page.emulateMedia({ media: 'print' })
  const holdings = main.getByRole('table', { name: /^Your funds/ })
  await expect(holdings.getByText('MSTY', { exact: true }).first()).toBeVisible()
  await expect(holdings.getByRole('columnheader', { name: 'Paid in' })).toContainText('Paid in')
  await expect(holdings.getByRole('button', { name: 'Paid in' })).toBeVisible()
  await page.emulateMedia({ media: null })
  // A month of a few funds is one page with its list.
  await open(transactions.slice(0, 3))
  await page.reload()
  await expect(main.getByRole('heading', { name: /^Income and gains/ })).toBeVisible()
  // The page keeps its print layout until the dialog closes.
  await page.evaluate(() => {
    window.print = () => {}
  })
  // A narrow screen has these parts folded.
  await page.getByRole('button', { name: /^Show [A-Z][a-z]+ \d{4}/ }).click()
  await page.getByRole('button', { name: /^Show Payments by month in / }).click()
  await page.getByRole('button', { name: /^Print the payments of / }).click()
  expect(await countPages(page)).toBe(1)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  // A year by month is wide: one page, landscape.
  await page.getByRole('button', { name: /^Print payments by month in / }).click()
  const sizes = await pageSizes(page)
  expect(sizes).toHaveLength(1)
  expect(sizes.every(([width, height]) => width > height)).toBe(true)
})
