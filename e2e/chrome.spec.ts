import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test.ts'

const phone = { width: 390, height: 844 }

function burgerOf(page: Page) {
  return page.getByRole('button', { name: 'Open menu' })
}

test('the header leads home, to the battle and to the guide, and nowhere else', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/msty')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Home', 'Weekly Battle', 'Learn'])
  const addresses = await links.evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href')))
  expect(addresses).toEqual(['/', '/weekly-battle', '/learn'])
})

test('the first Tab finds the way past the header', async ({ page }) => {
  await page.goto('/msty')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test.describe('the mobile menu', () => {
  test.use({ viewport: phone })

  test('opens from the burger, and Escape closes it and gives the focus back', async ({ page }) => {
    await page.goto('/msty')
    await burgerOf(page).press('Enter')
    const links = page.getByRole('dialog', { name: 'Menu' }).getByRole('link')
    await expect(links).toHaveText(['Home', 'Weekly Battle', 'Learn', 'About', 'Contact'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(burgerOf(page)).toBeFocused()
    await expect(burgerOf(page)).toHaveAttribute('aria-expanded', 'false')
  })

  test('keeps the focus inside while it is open', async ({ page }) => {
    await page.goto('/msty')
    await burgerOf(page).click()
    for (let step = 0; step < 14; step += 1) {
      await page.keyboard.press('Tab')
      const isOutside = await page.evaluate(() => {
        const focused = document.activeElement
        return focused !== document.body && focused?.closest('dialog') === null
      })
      expect(isOutside).toBe(false)
    }
  })

  test('closes at a click beside it, at its own button and when a link is followed', async ({ page }) => {
    await page.goto('/msty')
    const dialog = page.getByRole('dialog', { name: 'Menu' })
    await burgerOf(page).click()
    await page.mouse.click(20, 400)
    await expect(dialog).toBeHidden()
    await burgerOf(page).click()
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(dialog).toBeHidden()
    await burgerOf(page).click()
    await dialog.getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL(/\/about$/)
    await expect(dialog).toBeHidden()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`has no axe violation, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto('/msty')
      await burgerOf(page).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
    })
  }
})

test('header and support button fit the narrowest screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/msty')
  await expect(page.getByRole('button', { name: 'Support Doubloon' })).toBeInViewport({ ratio: 1 })
  await expect(burgerOf(page)).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScroll(page)
})

test('the footer keeps every link, as accordions on a phone', async ({ page, isMobile }) => {
  await page.goto('/msty')
  const footer = page.getByRole('contentinfo')
  const groups = {
    'Quick Links': [
      '/',
      '/weekly-battle',
      '/calendar',
      '/learn',
      '/blog',
      '/accuracy',
      '/method',
      '/about',
      '/contact'
    ],
    Legal: ['/disclaimer', '/terms-of-use', '/privacy']
  }
  for (const [name, wanted] of Object.entries(groups)) {
    const links = footer.getByRole('navigation', { name }).getByRole('link')
    if (isMobile) {
      await expect(links).toHaveCount(0)
      const toggle = footer.getByRole('button', { name })
      await toggle.press('Enter')
      await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    }
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(addresses).toEqual(wanted)
    await expect(links.first()).toBeVisible()
  }
  const social = footer.getByRole('link', { name: 'Follow us on X' })
  await expect(social).toHaveAttribute('href', 'https://x.com/doubloon')
  await expect(social).toHaveAttribute('rel', /noopener/)
  await expect(footer).toContainText('© 2025')
  await expect(footer).toContainText(/educational.*not guaranteed.*not financial advice/s)
})

test('another page starts at its top, at once', async ({ page }) => {
  await page.goto('/msty')
  const home = page.getByRole('contentinfo').getByText('Charting the next distribution')
  await home.scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
  await page.locator('.site-header__logo').evaluate((logo) => {
    if (logo instanceof HTMLElement) logo.click()
  })
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('a loaded page says so and keeps how long its largest part took', async ({ page }) => {
  await page.goto('/learn')
  await expect(page.locator('html')).toHaveAttribute('data-loaded', '')
  const kept = await page.waitForFunction(() => sessionStorage.getItem('lcp'))
  const { value, status } = JSON.parse(String(await kept.jsonValue()))
  expect(value).toBeGreaterThan(0)
  expect(status).toBe(value < 2500 ? 'good' : value < 4000 ? 'needs-improvement' : 'poor')
})
