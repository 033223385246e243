import type { Page } from '@playwright/test'
import { expect, expectAccessibleEverywhere, expectNoSidewaysScroll, stopClock, test } from './test.ts'

// Errors of requests without a connection.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch|The server could not be reached/ })

const lost = 'Connection lost. Your data is safe and will be restored when reconnected.'
const restored = 'Connection restored! Your session data has been recovered.'

function bannerOf(page: Page) {
  return page.locator('.connection-banner')
}

test('a lost connection is announced until it is back, also if lost again soon, and its return for three seconds', async ({
  page,
  context
}) => {
  await page.clock.install()
  await page.goto('/contact')
  await expect(bannerOf(page)).toBeHidden()
  await stopClock(page)
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: lost })).toBeInViewport({ ratio: 1 })
  await page.clock.runFor(20_000)
  await expect(bannerOf(page)).toHaveText(lost)

  await context.setOffline(false)
  await expect(bannerOf(page)).toHaveText(restored)
  await page.clock.runFor(2999)
  await expect(bannerOf(page)).toBeVisible()
  await page.clock.runFor(1)
  await expect(bannerOf(page)).toBeHidden()

  // Lost again within the three seconds.
  await context.setOffline(true)
  await expect(bannerOf(page)).toHaveText(lost)
  await context.setOffline(false)
  await expect(bannerOf(page)).toHaveText(restored)
  await context.setOffline(true)
  await expect(bannerOf(page)).toHaveText(lost)
  await page.clock.runFor(10_000)
  await expect(bannerOf(page)).toHaveText(lost)
})

test('a page that opens without a connection announces it immediately', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false })
  })
  await page.goto('/learn')
  await expect(bannerOf(page)).toHaveText(lost)
})

test('the banner covers neither the menu nor a toast at any width, and has no axe violation', async ({
  page,
  context
}) => {
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/contact')
    await page.getByRole('button', { name: 'Support Doubloon' }).click()
    await context.setOffline(true)
    await expect(bannerOf(page)).toHaveText(lost)
    const top = (await bannerOf(page).boundingBox())?.y ?? 0
    for (const selector of ['.floating-menu__button', '.toast']) {
      const box = await page.locator(selector).boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top)
    }
    await expectNoSidewaysScroll(page)
    if (width === 1440) await expectAccessibleEverywhere(page, '.connection-banner')
    await context.setOffline(false)
  }
})
