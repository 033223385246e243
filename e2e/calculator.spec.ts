import { expect, test, visit } from './test.ts'

test('entering shares shows a payout, a yearly amount and a countdown', async ({ page }) => {
  await visit(page, '/msty')
  const card = page.getByRole('region', { name: 'Payout Calculator' })
  await expect(card.getByLabel('Your shares')).toHaveValue('100')
  const perShare = Number(/\$(\d+\.\d{4}) a share/i.exec((await card.textContent()) ?? '')?.[1])
  expect(perShare).toBeGreaterThan(0)

  const shares = card.getByLabel('Your shares')
  // A click selects the field, so that what is typed replaces the 100.
  await shares.click()
  await shares.pressSequentially('12x34a5')
  await expect(shares).toHaveValue('12,345')
  const dollars = (amount: number) =>
    amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 2 })
  await expect(card).toContainText(dollars(12_345 * perShare))
  await expect(card).toContainText(dollars(12_345 * perShare * 52))

  await card.getByRole('button', { name: '100 shares', exact: true }).click()
  await expect(shares).toHaveValue('100')
  await expect(card).toContainText(`${Math.ceil(1000 / (100 * perShare))} Weeks`)
  const share = card.getByRole('link', { name: /share 100 shares/i })
  const link = new URL((await share.getAttribute('href')) ?? '')
  expect(link.hostname).toBe('x.com')
  expect(link.searchParams.get('text')).toContain('MSTY')
  await expect(share).toHaveAttribute('rel', /noopener/)
})

test('a huge number shows no NaN, Infinity or e+; zero or an empty field asks for shares', async ({
  page
}) => {
  await visit(page, '/ulty')
  const card = page.getByRole('region', { name: 'Payout Calculator' })
  const shares = card.getByLabel('Your shares')
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
