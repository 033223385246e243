import type { Page } from '@playwright/test'
import { readLayoutShift, unseenShift, watchLayoutShift } from './layout-shift.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoSidewaysScroll,
  phone,
  test,
  visit
} from './test.ts'

const mainLinks = {
  Home: '/',
  'Weekly Battle': '/weekly-battle',
  Learn: '/learn',
  'My Fleet': '/fleet',
  Calendar: '/calendar',
  Funds: '/funds',
  Accuracy: '/accuracy'
}
/** In the footer and in the menu of a phone. */
const furtherLinks = {
  Compare: '/compare',
  Rankings: '/roi-rankings',
  Income: '/income-calculator',
  'Weekly report': '/weeks',
  Blog: '/blog',
  About: '/about',
  Contact: '/contact'
}

function menuButtonOf(page: Page) {
  return page.getByRole('button', { name: 'Menu', exact: true })
}

function linksOf(page: Page) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link').filter({ visible: true })
}

function findOf(page: Page) {
  return page.getByRole('combobox', { name: 'Find a fund' })
}

test('the first Tab reaches the skip link; the header links to every section, and fits any screen', async ({
  page
}) => {
  await page.goto('/contact')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  // In one row on tablets and larger screens.
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/contact')
    await expect(linksOf(page)).toHaveText(Object.keys(mainLinks))
    const links = await linksOf(page).evaluateAll((links) =>
      links.map((link) => ({ href: link.getAttribute('href'), top: link.getBoundingClientRect().top }))
    )
    expect(links.map(({ href }) => href)).toEqual(Object.values(mainLinks))
    expect(new Set(links.map(({ top }) => top)).size).toBe(1)
    await expectNoSidewaysScroll(page)
  }

  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/contact')
  await expect(page.getByRole('button', { name: 'Support Doubloon' })).toBeInViewport({ ratio: 1 })
  await expect(menuButtonOf(page)).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScroll(page)
})

/** A loaded page records its largest contentful paint. */
async function expectPaintRecorded(page: Page): Promise<void> {
  const stored = await page.waitForFunction(() => sessionStorage.getItem('lcp'))
  const { value, status } = JSON.parse(String(await stored.jsonValue()))
  expect(value).toBeGreaterThan(0)
  expect(status).toBe(value < 2500 ? 'good' : value < 4000 ? 'needs-improvement' : 'poor')
}

test('a loaded page records its paint; the / key focuses the header search, which finds a fund by its underlying and opens its page', async ({
  page
}) => {
  await page.goto('/learn')
  await expect(page.locator('html')).toHaveAttribute('data-loaded', '')
  await expectPaintRecorded(page)
  await page.keyboard.press('/')
  await expect(findOf(page)).toBeFocused()
  await findOf(page).pressSequentially('microstrat')
  const options = page.getByRole('option')
  await expect(options).toContainText([/MSTY/, /WNTR/])
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, '.site-header')
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page, '.site-header')
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(findOf(page)).toBeFocused()
  await findOf(page).fill('feat')
  await expect(options).toContainText([/FEAT.*no estimate/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/feat$/)
})

test('without JavaScript the header search links to all funds', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/contact`)
  await findOf(page).fill('tsly')
  await findOf(page).press('Enter')
  await expect(page).toHaveURL(/\/funds\?q=tsly$/)
  const row = page.getByRole('row', { name: /^TSLY / })
  await expect(row).toContainText(/YieldMax.*Weekly.*\$0\.\d{4}.*July \d+, 2026/s)
  await expect(page.getByRole('row', { name: /^FEAT / })).toContainText('Payments missing')
  expect(await page.getByRole('row').count()).toBe(67)
  await context.close()
})

test.describe('the menu of a phone', () => {
  test.use(phone)

  test('opens and closes with the same button, has every link and the search, and Escape returns the focus', async ({
    page
  }) => {
    await page.goto('/contact')
    const button = menuButtonOf(page)
    await expect(linksOf(page)).toHaveCount(0)
    await button.press('Enter')
    await expect(linksOf(page)).toHaveText(Object.keys({ ...mainLinks, ...furtherLinks }))
    await expect(findOf(page)).toBeVisible()
    await expectAccessibleEverywhere(page, '.site-header')
    await button.click()
    await expect(linksOf(page)).toHaveCount(0)
    await button.press('Enter')
    await page.keyboard.press('Tab')
    await expect(findOf(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(linksOf(page).first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(linksOf(page)).toHaveCount(0)
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('/')
    await expect(findOf(page)).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
  })

  test('closes when something else is clicked or focused, and when a link is followed', async ({ page }) => {
    await page.goto('/contact')
    const button = menuButtonOf(page)
    await button.click()
    await page.mouse.click(200, 800)
    await expect(linksOf(page)).toHaveCount(0)
    await button.click()
    await linksOf(page).last().focus()
    await page.keyboard.press('Tab')
    await expect(linksOf(page)).toHaveCount(0)
    await button.click()
    await linksOf(page).filter({ hasText: 'About' }).click()
    await expect(page).toHaveURL(/\/about$/)
    await expect(linksOf(page)).toHaveCount(0)
  })
})

test('pages and their tables fit phones and tablets, and on a phone nothing shifts', async ({ page }) => {
  const rankings = ['/roi-rankings', '/weekly-battle', '/compare']
  const weeks = ['/calendar', '/weeks', '/week/2026-07-02']
  const funds = ['/', '/msty', '/feat', '/tsyy', '/qdte', '/funds', '/family/yieldmax-single']
  const posts = ['/blog', '/blog/what-a-distribution-rate-is-and-what-it-is-not']
  await watchLayoutShift(page)
  for (const path of [...funds, ...rankings, ...weeks, ...posts]) {
    await page.setViewportSize({ width: 390, height: 844 })
    await visit(page, path)
    expect(await readLayoutShift(page), path).toBeLessThan(unseenShift)
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page)
      const listCutOff = () =>
        page
          .locator('.table__frame')
          .evaluateAll((all) =>
            all.filter((table) => table.scrollWidth > table.clientWidth + 1).map((table) => table.ariaLabel)
          )
      // Polled, because the columns follow a resize a moment later.
      if (width >= 390) await expect.poll(listCutOff, `${path} at ${width} px`).toEqual([])
    }
  }
})

test('the footer has every link, in accordions on a phone', async ({ page }) => {
  await page.goto('/contact')
  const footer = page.getByRole('contentinfo')
  const groups = {
    'Quick Links': [
      ...Object.values(mainLinks),
      '/method',
      ...Object.values(furtherLinks),
      '/developers',
      '/sitemap'
    ],
    Legal: ['/disclaimer', '/terms-of-use', '/privacy', '/accessibility']
  }
  for (const isPhone of [false, true]) {
    if (isPhone) await page.setViewportSize(phone.viewport)
    for (const [name, expected] of Object.entries(groups)) {
      const links = footer.getByRole('navigation', { name }).getByRole('link')
      if (isPhone) {
        await expect(links).toHaveCount(0)
        const toggle = footer.getByRole('button', { name })
        await toggle.press('Enter')
        await expect(toggle).toHaveAttribute('aria-expanded', 'true')
      }
      const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(addresses).toEqual(expected)
      await expect(links.first()).toBeVisible()
    }
  }
  const social = footer.getByRole('link', { name: 'Follow us on X' })
  await expect(social).toHaveAttribute('href', 'https://x.com/doubloon')
  await expect(social).toHaveAttribute('rel', /noopener/)
  await expect(footer).toContainText('© 2025')
  await expect(footer).toContainText(/educational.*not guaranteed.*not financial advice/s)
})

test('a newly opened page starts at the top immediately', async ({ page }) => {
  await page.goto('/terms-of-use')
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
