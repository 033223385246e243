import { expect, test, visit } from './test.ts'

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
    await expect(card.getByRole('group', { name: /latest/i })).toBeVisible()
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
  const drawing = card.getByRole('group', { name: /latest/i })
  await drawing.scrollIntoViewIfNeeded()
  const before = await card.boundingBox()
  // The first movement loads the script.
  await expect(async () => {
    for (const x of [90, 100]) await drawing.hover({ position: { x, y: 60 } })
    expect(await drawing.textContent()).toMatch(/\$0\.\d{4} a share\s*paid .* 20\d\d\s*\d+% of the highest/)
  }).toPass()
  expect(await card.boundingBox()).toEqual(before)
})
