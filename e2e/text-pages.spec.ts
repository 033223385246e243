import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { readLayoutShift, watchLayoutShift } from './layout-shift.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoSidewaysScroll,
  settle,
  test,
  visit
} from './test.ts'

type TextPage = {
  path: string
  heading: string
  says: string
  expectMore?: (page: Page) => Promise<void>
}

const pages: TextPage[] = [
  {
    path: '/about',
    heading: 'About Doubloon',
    says: 'A small crew with one purpose',
    /** The operator of the tests has stated nothing. */
    expectMore: async (page) => {
      await expect(page.getByRole('main')).toContainText('The operator hasn’t stated a name, an address')
    }
  },
  {
    path: '/contact',
    heading: 'Get in Touch',
    says: "Have questions or feedback? We'd love to hear from you.",
    /** The address becomes a mailto link. */
    expectMore: async (page) => {
      const link = page.getByRole('main').getByRole('link', { name: /@/ })
      await expect(link).toHaveAttribute('href', /^mailto:[^@\s]+@[^@\s]+\.[a-z]+$/)
      expect(await link.getAttribute('href')).toBe(`mailto:${await link.textContent()}`)
    }
  },
  {
    path: '/terms-of-use',
    heading: 'Terms of Use',
    says: 'Last updated April 10, 2025',
    /** The terms have twelve numbered sections. */
    expectMore: async (page) => {
      const headings = page.getByRole('main').getByRole('heading', { level: 2 })
      await expect(headings).toHaveCount(12)
      await expect(headings.first()).toHaveText(/^\s*1\.\s*Acceptance/)
      await expect(headings.last()).toHaveText(/^\s*12\.\s*Severability/)
      await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
    }
  },
  {
    path: '/privacy',
    heading: 'Privacy Policy',
    says: 'Last updated March 27, 2025',
    /** The page lists what the browser stores. */
    expectMore: async (page) => {
      const names = page.getByRole('table', { name: "Values in your browser's storage" }).locator('code')
      expect(await names.allTextContents()).toEqual(
        expect.arrayContaining([
          'theme',
          'lastSearch',
          'stockData',
          'stockDataSession',
          'cardOrder',
          'searchLimits'
        ])
      )
    }
  },
  { path: '/accessibility', heading: 'Accessibility', says: 'No screen reader has been used' },
  { path: '/disclaimer', heading: 'Disclaimer', says: 'A yield is not a return' },
  { path: '/learn', heading: 'Reading the income chart', says: 'A distribution is not a gain.' },
  { path: '/learn/etf-basics', heading: 'What an ex-date does to the price', says: 'MSTY went ex on' },
  { path: '/learn/high-yield-etfs', heading: 'One year of eight funds', says: 'Distribution rate' },
  {
    path: '/learn/covered-calls',
    heading: 'What a capped fund kept of Tesla’s months',
    says: 'fell more than 10%'
  },
  {
    path: '/learn/risks-taxes',
    heading: 'A year of return of capital, in dollars',
    says: 'Cost basis afterward'
  },
  {
    path: '/learn/picking-etfs',
    heading: 'Two funds on one index, six questions',
    says: '4. Expense ratio'
  },
  { path: '/learn/portfolio-building', heading: 'Which funds move together', says: 'moved most alike' },
  { path: '/learn/advanced-strategies', heading: 'Buying for the payment', says: 'It ended with a loss in' },
  {
    path: '/sitemap',
    heading: 'Sitemap',
    says: 'ETF Dividend Calculators',
    /** It lists main pages, twenty funds and the legal pages. */
    expectMore: async (page) => {
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: 'ROI Rankings' })).toHaveAttribute('href', '/roi-rankings')
      await expect(main).not.toContainText('Under Development')
      const funds = main.getByRole('region', { name: 'ETF Dividend Calculators' }).getByRole('link')
      await expect(funds).toHaveCount(20)
      await expect(funds.filter({ hasText: /YSPY|TQQY|NVYY/ })).toHaveCount(0)
    }
  },
  { path: '/developers', heading: 'For developers', says: 'past_estimates' },
  { path: '/blog', heading: 'Blog', says: 'How our dividend estimate is made' },
  { path: '/weeks', heading: 'Weekly report', says: 'Jun 29–Jul 3, 2026' },
  {
    path: '/week/2026-07-02',
    heading: 'Weekly report Jun 29–Jul 3, 2026',
    says: 'The exchange was closed on Fri, Jul 3.'
  }
]

const chapters = [
  'introduction',
  'etf-basics',
  'high-yield-etfs',
  'covered-calls',
  'risks-taxes',
  'picking-etfs',
  'portfolio-building',
  'doubloon-tools',
  'advanced-strategies',
  'knowledge-check',
  'next-steps'
]

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every page can be read completely, /contact with its address in parts', async ({ page }) => {
    for (const { path, heading, says } of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      for (const summary of await page.locator('.fold > summary').all()) await summary.click()
      await expect(page.getByRole('main').getByText(says).first()).toBeVisible()
      if (path !== '/contact') continue
      // In parts, so that no program collects it.
      await expect(page.getByRole('main')).toContainText(/\S+\s+at\s+\S+\s+dot\s+\S+/)
      expect(await page.getByRole('main').innerHTML()).not.toMatch(/mailto:\w|\w@\w/)
    }
  })

  test('the spreadsheet recipe imports all funds, and finds the estimate of one', async ({
    page,
    request
  }) => {
    await page.goto('/developers')
    const recipe = await page.getByLabel('Settings for Google Sheets').textContent()
    const lookup = /VLOOKUP\("(\w+)",IMPORTDATA\("([^"]+)"\),(\d+),FALSE\)/.exec(recipe ?? '')
    const [, symbol = '', url = '', column = ''] = lookup ?? []
    const response = await request.get(new URL(url).pathname)
    expect(response.headers()['content-type']).toMatch(/^text\/csv/)
    const rows: string[][] = parse(await response.text())
    expect(rows.length).toBeGreaterThan(60)
    const row = rows.find(([first]) => first === symbol)
    const { estimate } = await (await request.get(`/data/${symbol.toLowerCase()}.json`)).json()
    expect(row?.[Number(column) - 1]).toBe(String(estimate.amount))
  })

  test('/learn has its chapters as plain links and answers quiz choices', async ({ page }) => {
    await page.goto('/learn')
    const links = page.getByRole('navigation', { name: 'Chapters' }).getByRole('link')
    await expect(links).toHaveCount(chapters.length)
    await links.filter({ hasText: 'Risks and taxes' }).click()
    await expect(page).toHaveURL(/#risks-taxes$/)
    await expect(page.getByRole('heading', { level: 2, name: 'Risks and taxes' })).toBeInViewport()
    await page.getByLabel('Wednesday, at the close').check()
    await expect(page.getByText('A Wednesday purchase settles on Thursday')).toBeVisible()
    await expect(page.getByText('0 of 6 answered')).toBeHidden()
  })
})

// Two tests that run in parallel, because the pages of the second take as long as all others.
// The blog has tests of its own.
const checked = pages.filter(({ path }) => path !== '/blog')
const firstOfSecondHalf = checked.findIndex(({ path }) => path === '/learn')
for (const half of [checked.slice(0, firstOfSecondHalf), checked.slice(firstOfSecondHalf)])
  test(`pages are complete, accessible in both themes, fit small screens and hardly shift: ${half.map(({ path }) => path).join(' ')}`, async ({
    page
  }) => {
    test.slow() // Each page is checked in both themes.
    await watchLayoutShift(page)
    for (const { path, expectMore } of half) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path)
      await settle(page)
      // A font that loads late may change a line break; anything larger is a bug.
      expect(await readLayoutShift(page)).toBeLessThan(0.05)
      await expectMore?.(page)
      await expectAccessibleEverywhere(page)
      for (const width of [320, 390, 768]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page)
      }
      expect(await findLostLineBreaks(page)).toEqual([])
    }
  })

test('the table of contents of the guide follows the scroll position, and its links open chapters', async ({
  page
}) => {
  await visit(page, '/learn')
  const current = page.locator('nav[aria-label="Chapters"] [aria-current="location"]')
  expect(await page.locator('section[data-chapter]').evaluateAll((all) => all.map(({ id }) => id))).toEqual(
    chapters
  )
  for (const id of chapters) {
    await page.locator(`#${id} h2`).evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
    await expect(current).toHaveAttribute('href', `#${id}`)
    await expect(current).toHaveCount(1)
  }

  const course = page.getByRole('navigation', { name: 'Chapters' })
  const toggle = course.getByRole('button', { name: /^Chapters/ })
  await course.getByRole('link', { name: 'Introduction' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Introduction' })).toBeInViewport()
  await expect(current).toHaveText(/Introduction/)

  await page.setViewportSize({ width: 390, height: 844 })
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await course.getByRole('link', { name: 'Next steps' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Next steps' })).toBeInViewport()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect(toggle).toContainText('Next steps')
  await toggle.click()
  await page.keyboard.press('Escape')
  await expect(course.getByRole('link').first()).toBeHidden()
  await expect(toggle).toBeFocused()
})

test('the knowledge check answers each choice and counts the score', async ({ page }) => {
  await page.goto('/learn')
  const check = page.getByRole('region', { name: 'Knowledge check' })
  const score = check.getByRole('status')
  await expect(score).toHaveText('0 right, 0 of 6 answered.')

  const first = check.getByRole('group', { name: /goes ex on Thursday/ })
  await first.getByLabel('Thursday morning, at the open').check()
  await expect(first.getByText('Not quite.').first()).toBeVisible()
  await expect(score).toContainText('Not quite.')
  await expect(score).toContainText('0 right, 1 of 6 answered.')
  await first.getByLabel('Wednesday, at the close').check()
  await expect(first.getByText('Right.')).toBeVisible()
  await expect(first.getByText('From the ex-date on')).toBeHidden()
  await expect(score).toContainText('1 right, 1 of 6 answered.')

  for (const group of await check.getByRole('group').all()) {
    await group.locator('input[data-right="true"]').check()
  }
  await expect(score).toContainText('6 of 6 right.')
  await expectAccessible(page, '#knowledge-check')

  await check.getByRole('button', { name: 'Start again' }).click()
  await expect(score).toHaveText('0 right, 0 of 6 answered.')
  await expect(first.getByLabel('Thursday morning, at the open')).toBeFocused()
})

/** Finds words joined because a line break in the source was lost: 'wordlink', 'costs$5'. */
async function findLostLineBreaks(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) => {
    const inline = 'a, strong, em, dfn, code'
    const glued: string[] = []
    for (const element of main.querySelectorAll(inline)) {
      const before = element.previousSibling?.textContent ?? ''
      const after = element.nextSibling?.textContent ?? ''
      const text = element.textContent ?? ''
      if (/[\w.,:;?!%]$/.test(before) || /^[\w$(]/.test(after))
        glued.push(`${before.slice(-12)}[${text}]${after.slice(0, 12)}`)
    }
    for (const block of main.querySelectorAll('p, li, dd, desc')) {
      glued.push(...((block.textContent ?? '').match(/[a-z.,:][$+−]\d\S*|\d(?:and|at|on|of|in)\b/g) ?? []))
    }
    return glued
  })
}
