import { FundData } from '../admin-api/contract/open-data.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, settle, test, visit } from './test.ts'

test('entering shares shows a payout, a yearly amount and a countdown, for a huge number, too; zero or an empty field asks for shares', async ({
  page
}) => {
  await visit(page, '/msty')
  const card = page.getByRole('region', { name: 'Payout Calculator' })
  await expect(card.getByLabel('Your shares')).toHaveValue('')
  await expect(card.getByLabel('Your shares')).toHaveAttribute('placeholder', 'e.g. 100')
  await expect(card.getByText('enter shares')).toHaveCount(1)
  const estimator = page.getByRole('region', { name: 'Dividend Estimator' })
  const perShare = Number(/\$(\d+\.\d{4}) a share/i.exec((await estimator.textContent()) ?? '')?.[1])
  expect(perShare).toBeGreaterThan(0)
  await expect(card).toContainText(`for example, 100 shares: $${(100 * perShare).toFixed(2)}`)

  const shares = card.getByLabel('Your shares')
  await shares.click()
  await shares.pressSequentially('12x34a5')
  await expect(shares).toHaveValue('12,345')
  const dollars = (amount: number) =>
    amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 2 })
  await expect(card).toContainText(dollars(12_345 * perShare))
  const year = Number(
    /In the next 12 months: \$([\d.]+) a share/.exec((await estimator.textContent()) ?? '')?.[1]
  )
  const paid = /In the next 12 months \(80%: [^)]*\)\$([\d,]+\.\d\d)/.exec((await card.textContent()) ?? '')
  expect(Number(paid?.[1]?.replaceAll(',', '')) / 12_345).toBeCloseTo(year, 2)

  await card.getByRole('button', { name: '100 shares', exact: true }).click()
  await expect(shares).toHaveValue('100')
  await expect(card).toContainText(`${Math.ceil(1000 / (100 * perShare))} Weeks`)
  const share = card.getByRole('link', { name: /share 100 shares/i })
  const link = new URL((await share.getAttribute('href')) ?? '')
  expect(link.hostname).toBe('x.com')
  expect(link.searchParams.get('text')).toContain('MSTY')
  await expect(share).toHaveAttribute('rel', /noopener/)

  await shares.fill('99999999999999999999')
  // The page itself has figures of a thousand and more, so they don't show that the field has been read.
  await expect(shares).toHaveValue('9,999,999')
  await expect(card).toContainText(/\d,\d{3}/)
  await expect(card).not.toContainText(/NaN|Infinity|e\+/)
  await shares.fill('0')
  await expect(card).toContainText(/enter shares/i)
  await shares.fill('')
  await expect(card).toContainText(/enter shares/i)
})

/** Whole shares whose payments of a year, in dollars a share, are so many dollars a month. */
const sharesFor = (income: number, year: number) => Math.ceil((12 * income) / year)

test('an income takes shares, by the next 12 months and at the low end of their range', async ({ page }) => {
  await visit(page, '/msty')
  const { outlook } = FundData.parse(await (await page.request.get('/data/msty.json')).json())
  const { amount = 0, low = null } = outlook.find(({ months }) => months === 12) ?? {}
  const card = page.getByRole('region', { name: 'Payout Calculator' })
  await card.getByRole('button', { name: 'Shares for an income' }).click()
  await expect(card.getByLabel('Dollars a month')).toHaveValue('500')
  const count = (shares: number) => shares.toLocaleString('en-US')
  await expect(card).toContainText(`${count(sharesFor(500, amount))} shares`)
  await expect(card).toContainText(`${count(sharesFor(500, low ?? 0))} shares, $`)
  await card.getByRole('button', { name: '$1k ($1,000) a month' }).click()
  await expect(card.getByLabel('Dollars a month')).toHaveValue('1,000')
  const shares = sharesFor(1000, amount)
  await expect(card).toContainText(`${count(shares)} shares`)
  await expect(card.getByRole('link', { name: 'Add to My Fleet' })).toHaveAttribute(
    'href',
    `/fleet?add=MSTY&shares=${shares}`
  )
  await expectAccessible(page, '.calculator-card__grid')

  // The same on the page of all funds, which keeps the amount in its address.
  await card.getByRole('link', { name: 'For all funds' }).click()
  await expect(page).toHaveTitle(/^Income calculator/)
  await settle(page)
  const row = page.getByRole('row', { name: /^MSTY/ })
  await expect(row).toContainText(count(sharesFor(500, amount)))
  await page.getByLabel('Dollars a month').fill('1000')
  await expect(row).toContainText(count(shares))
  await expect(page).toHaveURL(/\/income-calculator\?monthly=1000$/)
  await page.reload()
  await settle(page)
  await expect(page.getByLabel('Dollars a month')).toHaveValue('1,000')
  await page.getByRole('columnheader', { name: 'Dollars', exact: true }).getByRole('button').click()
  const dollars = await page.locator('tbody td.semibold').allTextContents()
  const figures = dollars.map((text) => Number(text.replace(/\D/g, '')))
  expect(figures).toEqual(figures.toSorted((a, b) => a - b))
  // To keep the value takes at least as much, where it was possible, and the address says so.
  await page.getByRole('button', { name: 'Keep the value' }).click()
  await expect(page).toHaveURL(/\/income-calculator\?monthly=1000&payments=keep$/)
  await page.reload()
  await settle(page)
  await expect(page.getByRole('button', { name: 'Keep the value' })).toHaveAttribute('aria-pressed', 'true')
  await expect(row).toContainText('lost more than it paid')
  const dollarsIn = async (cells: string) =>
    (await page.locator(`tbody tr:not(:has-text('–')) ${cells}`).allTextContents()).map((text) =>
      Number(text.replace(/\D/g, ''))
    )
  const [kept, spent] = [await dollarsIn('td.semibold'), await dollarsIn('td:last-child')]
  expect(kept.length).toBeGreaterThan(20)
  expect(kept.filter((dollars, i) => dollars < (spent[i] ?? 0))).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the income calculator shows what $500 a month takes', async ({ page }) => {
    await page.goto('/income-calculator')
    await expect(page.getByRole('table', { name: 'What pays $500 a month, by fund' })).toBeVisible()
    await expect(page.getByRole('row', { name: /^MSTY .*\$/ })).toBeVisible()
    await expect(page.getByLabel('Dollars a month')).toBeHidden()
  })
})
