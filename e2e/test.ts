import { test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { findJoinedWords } from './joined-words.ts'
import { type Server, startServer } from './server.ts'

export { expect }

type Fixtures = {
  /** Console errors this test provokes on purpose, such as a refused request. */
  expectedErrors: RegExp | null
  /** The visitor's address: each test is another visitor, so that the search limits do not mix tests. */
  visitor: string
}

type WorkerFixtures = {
  /** The worker's own server, site and database; what a test writes is seen by those after it in this worker. */
  server: Server
}

let visitors = 0

/**
 * Every test fails on a console error, an uncaught exception, a violation of the content security policy
 * or a request to another origin.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use, { workerIndex }) => {
      const server = await startServer(`worker-${workerIndex}`)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' }
  ],
  baseURL: async ({ server }, use) => use(server.url),
  expectedErrors: [null, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  visitor: async ({}, use, info) => {
    visitors += 1
    await use(`10.${info.parallelIndex}.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`)
  },
  extraHTTPHeaders: async ({ visitor }, use) => {
    await use({ 'x-forwarded-for': visitor })
  },
  page: async ({ page, expectedErrors, baseURL }, use) => {
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() !== 'error' && !/content security policy/i.test(message.text())) return
      if (!expectedErrors?.test(message.text())) faults.push(`console: ${message.text()}`)
    })
    page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
    page.on('request', (request) => {
      const url = request.url()
      if (/^https?:/.test(url) && !url.startsWith(baseURL ?? ''))
        faults.push(`request to another origin: ${url}`)
    })
    await use(page)
    expect(faults).toEqual([])
  }
})

/** Opens a page and waits until it has settled. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settle(page)
}

/** Waits until all is loaded and the islands have taken over; a test types faster than any visitor. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-loaded', '')
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    // React draws an island and begins its timers in tasks of their own, a while after it was handed over.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

/**
 * Stops the page's clock (it must be installed) once the page has settled and has its answers: a clock that moves on
 * while a call is under way would let it time out. `at` is ahead of the page's time; without it a moment from now.
 */
export async function stopClock(page: Page, at?: Date): Promise<void> {
  await settle(page)
  await page.waitForLoadState('networkidle')
  await page.clock.pauseAt(at ?? (await page.evaluate(() => Date.now())) + 500)
}

/** Fails on any axe violation of WCAG 2.2 AA in the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page, { type: 'tag', values: accessibilityTags })).toEqual([])
}

/**
 * The same by day and by night, in one visit. Only colours are others by night, and the same at every width: a phone
 * is not asked for them.
 */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page)
  if (test.info().project.name === 'phone') return
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  // Polled: on a busy machine some colours follow a moment later.
  await expect.poll(() => findViolations(page, { type: 'rule', values: rulesOfColour })).toEqual([])
}

const accessibilityTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/**
 * Each rule that is broken, and where. In the page itself: axe's own package for Playwright carries every element it
 * looked at to a second page and back, which takes longer than looking.
 */
async function findViolations(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  // A theme just switched still carries the old colours for a frame, and fades where something fades.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(fading.map((animation) => animation.finished))
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (rules) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: rules,
      // What passed need not be listed.
      resultTypes: ['violations']
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`
    )
  }, runOnly)
}

/** Fails where two words stand side by side with nothing but style between them. */
export async function expectSpacedWords(page: Page): Promise<void> {
  const shown = await page.evaluateHandle(() => document)
  expect(await shown.evaluate(findJoinedWords)).toEqual([])
  await shown.dispose()
}

/** The page must not scroll sideways at the width it is shown at. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Polled: after a resize the layout follows a moment later.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)
}

/** Installed before the page loads; readLayoutShift then returns the sum of all unexpected shifts so far. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { layoutShifts: shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!shift.hadRecentInput) shifts.push(shift.value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * What nobody sees: Lighthouse counts 0.1 as the least that is felt. A font that comes after the first paint moves
 * single words by a pixel, because the fallback has its widths in all but not in each word.
 */
export const unseenShift = 0.002

export async function readLayoutShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { layoutShifts } = window as Window & { layoutShifts?: number[] }
    return (layoutShifts ?? []).reduce((sum, value) => sum + value, 0)
  })
}

/** The address of every fund page the page at hand links to, each once. */
export async function listFundPaths(page: Page): Promise<string[]> {
  const links = page.getByRole('main').locator('a[href]')
  const paths = await links.evaluateAll((anchors) =>
    anchors.map((anchor) => anchor.getAttribute('href') ?? '')
  )
  return [...new Set(paths)].filter((path) => /^\/[a-z]{3,4}$/.test(path))
}
