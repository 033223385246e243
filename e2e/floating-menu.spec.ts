import type { Page } from '@playwright/test'
import { expect, expectAccessibleEverywhere, stopClock, test } from './test.ts'

function wheelOf(page: Page) {
  return page.getByRole('button', { name: 'Quick menu' })
}

function panelOf(page: Page) {
  return page.getByRole('navigation', { name: 'Quick menu' })
}

test('the menu has seven links, opens with the keyboard, and closes when something else is clicked or focused', async ({
  page
}) => {
  await page.goto('/contact')
  const wheel = wheelOf(page)
  // Not with the mouse, from which the button moves away on a phone: that closes the menu after a second.
  await wheel.press('Enter')
  const entries = panelOf(page).getByRole('link')
  await expect(entries).toHaveText([
    'New Search',
    'Weekly ETF Battle',
    'About',
    'Learn',
    'Blog',
    'Privacy Policy',
    'Disclaimer'
  ])
  const addresses = await entries.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(['/', '/weekly-battle', '/about', '/learn', '/blog', '/privacy', '/disclaimer'])
  await expectAccessibleEverywhere(page, '.floating-menu')
  await wheel.press('Enter')
  await expect(panelOf(page)).toBeHidden()
  await wheel.click()
  await expect(panelOf(page)).toBeVisible()
  await wheel.click()
  await expect(panelOf(page)).toBeHidden()
  for (const key of ['Enter', 'Space']) {
    await wheel.press(key)
    await expect(panelOf(page)).toBeVisible()
    await expect(wheel).toHaveAttribute('aria-expanded', 'true')
    await wheel.press(key)
    await expect(panelOf(page)).toBeHidden()
  }
  await wheel.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'New Search' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toBeHidden()
  await expect(wheel).toBeFocused()

  await wheel.press('Enter')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(panelOf(page)).toBeHidden()
  await wheel.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await expect(panelOf(page)).toBeHidden()
})

test('the menu opens after 0.1 s of hovering and closes 1 s after the mouse has left', async ({ page }) => {
  await page.clock.install()
  await page.goto('/contact')
  await stopClock(page)
  await wheelOf(page).hover()
  await page.clock.runFor(99)
  await expect(panelOf(page)).toBeHidden()
  await page.clock.runFor(1)
  await expect(panelOf(page)).toBeVisible()

  await page.mouse.move(700, 100)
  await page.clock.runFor(900)
  await panelOf(page).getByRole('link', { name: 'Blog' }).hover()
  await page.clock.runFor(5000)
  await expect(panelOf(page)).toBeVisible()
  await page.mouse.move(700, 100)
  await page.clock.runFor(999)
  await expect(panelOf(page)).toBeVisible()
  await page.clock.runFor(1)
  await expect(panelOf(page)).toBeHidden()

  // A mouse that only passes by opens nothing.
  await wheelOf(page).hover()
  await page.mouse.move(700, 100)
  await page.clock.runFor(2000)
  await expect(panelOf(page)).toBeHidden()
})

test('New Search clears the result, opens the home page and focuses the field', async ({ page }) => {
  await page.goto('/?symbol=SMCY')
  await expect(page.getByRole('region', { name: 'Dividend Estimator' })).toBeVisible()
  await page.goto('/contact')
  await wheelOf(page).press('Enter')
  await page.getByRole('link', { name: 'New Search' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByLabel('ETF symbol')).toBeFocused()
  await expect(page.getByLabel('ETF symbol')).toHaveValue('')
  await expect(page.getByRole('region', { name: 'Dividend Estimator' })).toHaveCount(0)
  const stored = await page.evaluate(() => [
    localStorage.getItem('lastSearch'),
    localStorage.getItem('stockData'),
    sessionStorage.getItem('stockDataSession')
  ])
  expect(stored).toEqual([null, null, null])
})

test('New Search on the home page loads no page: the event is dispatched once and the menu closes', async ({
  page
}) => {
  await page.goto('/?symbol=SMCY')
  await expect(page.getByRole('region', { name: 'Dividend Estimator' })).toBeVisible()
  await page.evaluate(() => {
    const count = () => {
      document.body.dataset['clearings'] = String(Number(document.body.dataset['clearings'] ?? 0) + 1)
    }
    window.addEventListener('doubloon:clear-search', count)
  })
  await wheelOf(page).press('Enter')
  await page.getByRole('link', { name: 'New Search' }).press('Enter')
  await expect(page.locator('body')).toHaveAttribute('data-clearings', '1')
  await expect(panelOf(page)).toBeHidden()
  await expect(page.getByRole('region', { name: 'Dividend Estimator' })).toHaveCount(0)
  await expect(page.getByLabel('ETF symbol')).toBeFocused()
  await expect(page.getByLabel('ETF symbol')).toHaveValue('')
  await expect(page.getByLabel('ETF symbol')).not.toHaveAttribute('aria-invalid', 'true')
})
