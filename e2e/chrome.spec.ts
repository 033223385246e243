import { expect, test } from './test.ts'

test('the burger opens the mobile menu, Escape closes it and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/msty')
  const burger = page.getByRole('button', { name: /menu/i }).first()
  await burger.click()
  const about = page.getByRole('dialog').getByRole('link', { name: 'About' })
  await expect(about).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(about).toBeHidden()
  await expect(burger).toBeFocused()
})

test('the footer keeps every link, as accordions on a phone', async ({ page, isMobile }) => {
  await page.goto('/msty')
  const footer = page.getByRole('contentinfo')
  if (isMobile) {
    await expect(footer.getByRole('link', { name: 'Privacy Policy' })).toBeHidden()
    await footer.getByText('Legal', { exact: true }).click()
  }
  await expect(footer.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy')
  await expect(footer).toContainText('2025')
})

test('New Search in the floating menu forgets the result, goes home and readies the field', async ({
  page
}) => {
  await page.goto('/?symbol=SMCY')
  await expect(page.getByRole('region', { name: 'Dividend Estimator' })).toBeVisible()
  await page.goto('/msty')
  const toggle = page.getByRole('button', { name: /quick menu|floating menu|ship|navigation menu/i })
  await toggle.press('Enter')
  await page
    .getByRole('link', { name: 'New Search' })
    .or(page.getByRole('button', { name: 'New Search' }))
    .click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByLabel('ETF symbol')).toBeFocused()
  await expect(page.getByLabel('ETF symbol')).toHaveValue('')
  await expect(page.getByRole('region', { name: 'Dividend Estimator' })).toHaveCount(0)
})
