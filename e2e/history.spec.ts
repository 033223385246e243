import { readLayoutShift, unseenShift, watchLayoutShift } from './layout-shift.ts'
import { expect, expectAccessible, phone, test, visit } from './test.ts'

test.describe('on a result', () => {
  test.use({ expectedErrors: /500|Failed to load resource/ })

  test('a history that fails to load can be retried, its chart has a table with the same payments, and an empty one shows a message', async ({
    page
  }) => {
    const empty = { dividend_history: [], statistics: { average: 0 } }
    let answer: 'error' | 'history' | 'empty' = 'error'
    await page.route('**/api/stock/dividend-history', (route) => {
      if (answer === 'history') return route.continue()
      return answer === 'empty'
        ? route.fulfill({ json: empty })
        : route.fulfill({ status: 500, json: { message: 'The ledger is wet.' } })
    })
    await visit(page, '/?symbol=MSTY')
    const card = page.getByRole('region', { name: 'Dividend History' })
    await expect(card).toContainText('Error loading dividend history.')
    await expect(card).toContainText('The ledger is wet.')
    answer = 'history'
    await card.getByRole('button', { name: /try again|retry/i }).click()
    await expect(card.getByRole('application', { name: /latest/i })).toBeVisible()
    await expect(card.getByRole('row')).toHaveCount(9)
    await expect(card.getByRole('table')).toContainText('$0.2979')

    answer = 'empty'
    // The result is restored.
    await visit(page, '/')
    await expect(card).toContainText('No dividend history available for MSTY.')
    await expect(card).toContainText(
      'This can happen for newer ETFs or those with less than 24 months of history.'
    )
  })
})

test('the chart of a fund page has facts about the payment under the pointer, without a shift', async ({
  page
}) => {
  await visit(page, '/msty')
  const card = page.getByRole('region', { name: 'Dividend History' })
  const chart = card.getByRole('application', { name: /latest/i })
  await chart.scrollIntoViewIfNeeded()
  const before = await card.boundingBox()
  await chart.hover({ position: { x: 200, y: 60 } })
  await expect(chart.locator('canvas')).toBeVisible()
  await expect(chart).toContainText(
    /Paid .* 20\d\dAmount\$0\.\d{4}Ex-date.*Of the highest\d+%Estimate.*80% range.*Error/
  )
  expect(await card.boundingBox()).toEqual(before)
  await page.mouse.move(0, 0)
  await expect(chart).not.toContainText('Of the highest')
})

test('all payments, hidden parts, figures and a picture', async ({ page }) => {
  await visit(page, '/msty')
  const card = page.getByRole('region', { name: 'Dividend History' })
  const heard = card.locator('.chart__said')
  await card.getByRole('application').focus()
  await page.keyboard.press('Home')
  await expect(heard).toContainText(/^Paid /)
  const firstOfLatest = (await heard.textContent()) ?? ''
  await card.getByRole('button', { name: 'All payments' }).click()
  await card.getByRole('button', { name: 'Zoom in' }).click()
  await card.getByRole('application').focus()
  await page.keyboard.press('Home')
  await expect(heard).toContainText('Paid April 8, 2024')
  expect(firstOfLatest).toContain('Paid March 6, 2026')

  const average = card.getByRole('button', { name: /^average/ })
  await average.click()
  await expect(average).toHaveAttribute('aria-pressed', 'false')

  await card.getByRole('button', { name: 'Show the figures' }).click()
  await expect(card.getByRole('table', { name: 'MSTY dividend history: figures' })).toContainText(
    'Of the highest'
  )
  const saved = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Save as picture' }).click()
  expect((await saved).suggestedFilename()).toBe('msty-dividend-history.png')
  await expectAccessible(page, '.chart-frame')
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the first tap shows the figures of a payment, and the page doesn’t move', async ({ page }) => {
    await watchLayoutShift(page)
    await visit(page, '/msty')
    const chart = page.getByRole('application', { name: /latest 18/ })
    await chart.scrollIntoViewIfNeeded()
    await chart.tap({ position: { x: 150, y: 80 } })
    await expect(chart).toContainText('Of the highest')
    await expect(page.locator('.chart__said').first()).toContainText(/^Paid /)
    expect(await readLayoutShift(page)).toBeLessThan(unseenShift)
  })
})
