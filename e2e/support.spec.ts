import type { Page } from '@playwright/test'
import { expect, expectAccessibleEverywhere, stopClock, test } from './test.ts'

function requestOf(page: Page) {
  return page.getByRole('status').filter({ hasText: 'Keep the ship afloat' })
}

function buttonOf(page: Page) {
  return page.getByRole('button', { name: 'Support Doubloon' })
}

/** With Math.random() at 0.5 the request opens after 75 seconds on a wide screen. */
async function openWithChance(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    Math.random = () => 0.5
  })
  await page.clock.install({ time: new Date('2026-06-01T10:00:00Z') })
  await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('data-loaded', '')
}

test('the button opens the request for a minute or closes it', async ({ page }) => {
  await openWithChance(page, '/contact')
  await stopClock(page, new Date('2026-06-01T10:00:20Z'))
  await buttonOf(page).focus()
  await buttonOf(page).press('Enter')
  await expect(requestOf(page)).toContainText('YieldMax, Roundhill Investments and Defiance')
  await expect(buttonOf(page)).toBeFocused()
  const link = requestOf(page).getByRole('link', { name: 'Buy the crew a coffee (opens in a new tab)' })
  await expect(link).toHaveAttribute('href', 'https://buymeacoffee.com/doubloon')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener')
  await buttonOf(page).press('Enter')
  await expect(requestOf(page)).toBeHidden()

  await buttonOf(page).press('Enter')
  await page.clock.runFor(30_000)
  await expect(requestOf(page)).toHaveCount(1)
  await page.clock.runFor(29_999)
  await expect(requestOf(page)).toBeVisible()
  await page.clock.runFor(1)
  await expect(requestOf(page)).toBeHidden()
})

test('the request opens automatically for 30 seconds, repeatedly', async ({ page }) => {
  await openWithChance(page, '/contact')
  const [firstMs, everyMs] = [75_000, 210_000]
  // More time than has passed since the page began to load.
  const slackMs = 10_000
  await page.clock.runFor(firstMs - slackMs)
  await expect(requestOf(page)).toBeHidden()
  await page.clock.runFor(slackMs)
  await expect(requestOf(page)).toBeVisible()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await page.clock.runFor(30_000)
  await expect(requestOf(page)).toBeHidden()
  await page.clock.runFor(everyMs - 30_000 - slackMs)
  await expect(requestOf(page)).toBeHidden()
  await page.clock.runFor(slackMs)
  await expect(requestOf(page)).toBeVisible()
})

test.describe('on the home page', () => {
  // A clock that jumps lets the requests for popular searches time out.
  test.use({ expectedErrors: /Top tickers/ })

  test('the request does not open while a toast is shown', async ({ page }) => {
    await openWithChance(page, '/')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('button', { name: 'Close this notice' }).focus()
    await page.clock.runFor(100_000)
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid Format' })).toBeVisible()
    await expect(requestOf(page)).toBeHidden()
  })
})

test('the request does not open on the about page', async ({ page }) => {
  await openWithChance(page, '/about')
  await expect(buttonOf(page)).toHaveCount(0)
  await page.clock.runFor(700_000)
  await expect(requestOf(page)).toBeHidden()
})

test.describe('below the blog', () => {
  test.use({ expectedErrors: /404/ })

  test('the request does not open, even on a missing page', async ({ page }) => {
    await openWithChance(page, '/blog/no-such-post')
    await page.clock.runFor(700_000)
    await expect(requestOf(page)).toBeHidden()
  })
})

test('the open request has no axe violation in either theme', async ({ page }) => {
  await page.goto('/contact')
  await buttonOf(page).click()
  await expect(requestOf(page)).toBeVisible()
  await expectAccessibleEverywhere(page, '[role="status"]')
})
