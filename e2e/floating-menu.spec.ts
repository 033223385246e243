import type { Page } from '@playwright/test'
import { expect, expectAccessibleInBothThemes, stopClock, test, visit } from './test.ts'

function wheelOf(page: Page) {
  return page.getByRole('button', { name: 'Quick menu' })
}

function panelOf(page: Page) {
  return page.getByRole('navigation', { name: 'Quick menu' })
}

test('it has seven links', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/contact')
  await wheelOf(page).click()
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
})

test('it opens after 0.1 s of hovering and closes 1 s after the mouse left', {
  tag: '@mouse'
}, async ({ page }) => {
  await page.clock.install()
  await page.goto('/contact')
  await stopClock(page)
  await wheelOf(page).hover()
  await page.clock.runFor(99)
  await expect(panelOf(page)).toBeHidden()
  await page.clock.runFor(1)
  await expect(panelOf(page)).toBeVisible()

  await page.mouse.move(700, 100)
  await page.clock.runFor(999)
  await expect(panelOf(page)).toBeVisible()
  await page.clock.runFor(1)
  await expect(panelOf(page)).toBeHidden()
})

test('a mouse that returns in time or only passes by changes nothing', { tag: '@mouse' }, async ({
  page
}) => {
  await page.clock.install()
  await page.goto('/contact')
  await stopClock(page)
  await wheelOf(page).hover()
  await page.mouse.move(700, 100)
  await page.clock.runFor(2000)
  await expect(panelOf(page)).toBeHidden()

  await wheelOf(page).hover()
  await page.clock.runFor(100)
  await page.mouse.move(700, 100)
  await page.clock.runFor(900)
  await panelOf(page).getByRole('link', { name: 'Blog' }).hover()
  await page.clock.runFor(5000)
  await expect(panelOf(page)).toBeVisible()
})

test('Enter, Space and a click toggle it, and Tab moves to its first link', { tag: '@any-width' }, async ({
  page
}) => {
  await page.goto('/contact')
  const wheel = wheelOf(page)
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
})

test('it closes when something else is clicked or focused', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/contact')
  await wheelOf(page).press('Enter')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(panelOf(page)).toBeHidden()
  await wheelOf(page).press('Enter')
  await page.keyboard.press('Shift+Tab')
  await expect(panelOf(page)).toBeHidden()
})

test('on a phone it moves aside while the visitor scrolls, and comes back', { tag: '@any-width' }, async ({
  page
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/weekly-battle')
  await expect(wheelOf(page)).toBeInViewport()
  // Half of it is beyond the edge; the visible half covers the margin and at most one letter of text.
  await expect
    .poll(() => wheelOf(page).evaluate((wheel) => wheel.getBoundingClientRect().right))
    .toBeLessThanOrEqual(24)
  await page.evaluate(() => scrollTo(0, 900))
  await expect(wheelOf(page)).not.toBeInViewport()
  await page.evaluate(() => scrollTo(0, 600))
  await expect(wheelOf(page)).toBeInViewport()
})

test('New Search clears the result, opens the home page and focuses the field', {
  tag: '@any-width'
}, async ({ page }) => {
  await page.goto('/?symbol=SMCY')
  await expect(page.getByRole('region', { name: 'Dividend Estimator' })).toBeVisible()
  await page.goto('/contact')
  await wheelOf(page).press('Enter')
  await page.getByRole('link', { name: 'New Search' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByLabel('ETF symbol')).toBeFocused()
  await expect(page.getByLabel('ETF symbol')).toHaveValue('')
  await expect(page.getByRole('region', { name: 'Dividend Estimator' })).toHaveCount(0)
  const kept = await page.evaluate(() => [
    localStorage.getItem('lastSearch'),
    localStorage.getItem('stockData'),
    sessionStorage.getItem('stockDataSession')
  ])
  expect(kept).toEqual([null, null, null])
})

test('New Search on the home page loads no page: the event is dispatched once and the menu closes', {
  tag: '@any-width'
}, async ({ page }) => {
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
  await expect(page.getByLabel('ETF symbol')).toHaveAttribute('aria-invalid', 'false')
})

test('it has no axe violation while open, in either theme', async ({ page }) => {
  await page.goto('/contact')
  await wheelOf(page).press('Enter')
  await expect(panelOf(page)).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
