import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test as base, devices, expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { findJoinedWords } from './joined-words.ts'
import { countRequests, waitForResponses } from './quiet-network.ts'
import { sharedServerVariable, startWorkerServer, type WorkerServer } from './server.ts'

export { expect }

type Fixtures = {
  /** Console errors that this test causes on purpose, such as a rejected request. */
  expectedErrors: RegExp | null
  /** IP address of the visitor, different for each test because of the rate limits. */
  visitor: string
}

export type WorkerFixtures = {
  /** Whether the tests of a worker change what visitors see, so that they get a server of their own, with few funds. */
  ownServer: boolean
  /** Whether the worker's own server reads sources: fake ones, on July 8, 2026. */
  liveSources: boolean
  /** The server that all tests read from, or the worker's own, where later tests see what earlier ones changed. */
  server: Pick<WorkerServer, 'url'>
}

let visitors = 0

/**
 * `test` of all specs. It fails on a console error, an uncaught exception, a violation of the content security policy
 * or a request to another origin.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  ownServer: [false, { option: true, scope: 'worker' }],
  liveSources: [false, { option: true, scope: 'worker' }],
  server: [
    async ({ ownServer, liveSources }, use, { workerIndex }) => {
      const shared = process.env[sharedServerVariable]
      if (shared === undefined) throw new Error('the global setup started no server')
      if (!ownServer) return use({ url: shared })
      const server = await startWorkerServer(`worker-${workerIndex}`, liveSources ? 'live' : 'embedded')
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
    await use(`10.${info.workerIndex % 250}.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`)
  },
  extraHTTPHeaders: async ({ visitor }, use) => {
    await use({ 'x-forwarded-for': visitor })
  },
  page: async ({ page, expectedErrors, baseURL }, use) => {
    countRequests(page)
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

/** Opens a page with all of its sections unfolded. */
export async function openUnfolded(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('.fold:not([open]) > summary').evaluateAll((folded: HTMLElement[]) => {
    for (const summary of folded) summary.click()
  })
}

/** Waits until everything is loaded, and hydrated unless it waits for the visitor. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-loaded', '')
  await expect(page.locator('astro-island[ssr]:not([client="intent"])')).toHaveCount(0)
  // Astro only starts React, which hydrates in later tasks.
  await page.waitForFunction(() =>
    [
      ...document.querySelectorAll(
        'astro-island:not([ssr]) > :not(style, link, script, template, astro-slot)'
      )
    ].every((root) => Object.keys(root).some((key) => key.startsWith('__reactProps')))
  )
  await page.evaluate(async () => {
    await document.fonts.ready
    // Effects start timers in later tasks.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

/** Forgets when this browser searched last: it may search once a second, and a fast machine is ahead of that. */
export async function allowNextSearch(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('searchLimits'))
}

/**
 * Stops the installed clock of the page after it has settled and has its responses, because a request would time out
 * if the clock jumped. @param at later than the page's time; half a second from now if left out
 */
export async function stopClock(page: Page, at?: Date): Promise<void> {
  await settle(page)
  await waitForResponses(page)
  await page.clock.pauseAt(at ?? (await page.evaluate(() => Date.now())) + 500)
}

/** Options of a test on a phone, with a seventh of its pixels, because drawing them takes time. */
const { defaultBrowserType: _, ...pixel } = devices['Pixel 7']
export const phone = { ...pixel, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 }

/**
 * Fails on any axe violation of WCAG 2.2 AA in the current state of the page.
 * @param part selector that limits the check, if another test checks the complete page, which takes seconds
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  expect(await findViolations(page, { runOnly: wcagTags }, part)).toEqual([])
}

/**
 * Like `expectAccessible` in both themes, which differ in colors only, and on a phone, where the page must not scroll
 * sideways and colors are the same. Only the first check, in light colors, reads every row. Leaves the page dark.
 */
export async function expectAccessibleEverywhere(page: Page, part?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page, part)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const colorsOnly = { runOnly: { type: 'rule', values: colorRules } } as const
  // Polled, because on a busy machine some colors change a moment later.
  await expect.poll(() => findViolations(page, colorsOnly, part, 'one-of-equal-rows')).toEqual([])
  const before = page.viewportSize()
  await page.setViewportSize(phone.viewport)
  await expectNoSidewaysScroll(page)
  const rules = Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }]))
  expect(await findViolations(page, { runOnly: wcagTags, rules }, part, 'one-of-equal-rows')).toEqual([])
  if (before !== null) await page.setViewportSize(before)
}

/** Minified, because every checked page parses it; `axe.source` is more than twice as long. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const wcagTags: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
}
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * Lists violated rules with their elements. Runs axe in the page, because its package for Playwright takes longer to
 * transfer every element to a second page than to check it. Hidden table rows and list items, which can't violate a
 * rule, are taken out of the page meanwhile, because axe reads every element.
 * @param rows 'one-of-equal-rows' also leaves out rows with the same elements, classes and attribute names as an
 *   earlier one: for a page whose rows were all checked in another theme and width
 */
async function findViolations(
  page: Page,
  options: axe.RunOptions,
  part?: string,
  rows: 'all' | 'one-of-equal-rows' = 'all'
): Promise<string[]> {
  // A missing part would have no violation.
  if (part !== undefined) await expect(page.locator(part).filter({ visible: true })).not.toHaveCount(0)
  // After a change of the theme, old colors last for a frame or for a transition.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(fading.map((animation) => animation.finished))
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async ({ selector, chosen, all }) => {
      const seen = new Set<string>()
      const isLeftOut = (row: HTMLElement) => {
        if (!row.checkVisibility()) return true
        if (all || row.contains(document.activeElement)) return false
        const parts = [row.parentElement, row, ...row.querySelectorAll('*')].map((element) => [
          element?.tagName,
          element?.getAttribute('class'),
          element?.checkVisibility(),
          element?.textContent?.trim() === '',
          ...(element?.getAttributeNames() ?? [])
        ])
        return seen.size === seen.add(parts.join()).size
      }
      const listed = document.querySelectorAll<HTMLElement>(`:is(${selector}) :is(tr, li)`)
      const placeholders = [...listed].filter(isLeftOut).map((row) => {
        const placeholder = new Comment()
        row.replaceWith(placeholder)
        return { placeholder, row }
      })
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(selector, {
        ...chosen,
        resultTypes: ['violations'],
        // A selector for every element that passes, and all style sheets once more, take a third of the time.
        selectors: false,
        preload: false
      })
      // A nested row is restored after the row around it.
      for (const { placeholder, row } of placeholders) placeholder.replaceWith(row)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
    },
    { selector: part ?? 'html', chosen: options, all: rows === 'all' }
  )
}

/** Expects a space between all words that only styles separate. */
export async function expectSpacedWords(page: Page): Promise<void> {
  const shown = await page.evaluateHandle(() => document)
  expect(await shown.evaluate(findJoinedWords)).toEqual([])
  await shown.dispose()
}

/** Words that a cell of a table is too narrow for, so that they break: 'unknow' and 'n'. */
export async function findBrokenWords(page: Page, table: string): Promise<string[]> {
  return page.locator(table).evaluateAll((tables) => {
    const broken = new Set<string>()
    for (const cell of tables.flatMap((table) => [...table.querySelectorAll('th, td')])) {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const text = walker.currentNode
        for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            broken.add(word)
        }
      }
    }
    return [...broken]
  })
}

/** Expects that the page doesn't scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Polled, because the layout follows a resize a moment later.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)
}

/** Expects that the page states no date more than `most` times outside of tables and lists of funds. */
export async function expectDatesOnce(page: Page, most: number): Promise<void> {
  const hideRows = (hidden: boolean) =>
    page.locator('table, .fund-list').evaluateAll((all, isHidden) => {
      for (const element of all) element.toggleAttribute('hidden', isHidden)
    }, hidden)
  await hideRows(true)
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text doesn't count
  const text = await page.locator('body').innerText()
  await hideRows(false)
  const days = text.match(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}\b/g) ?? []
  const stated = Map.groupBy(days, (day) => day.replace(/^(\w{3})[a-z]*/, '$1'))
  const repeated = [...stated].filter(([, times]) => times.length > most)
  expect(repeated.map(([day, times]) => `${day}: ${times.length} times`)).toEqual([])
}

/** Paths of all fund pages that the page links to. */
export async function listFundPaths(page: Page): Promise<string[]> {
  const links = page.getByRole('main').locator('a[href]')
  const paths = await links.evaluateAll((anchors) =>
    anchors.map((anchor) => anchor.getAttribute('href') ?? '')
  )
  return [...new Set(paths)].filter((path) => /^\/[a-z]{3,4}$/.test(path))
}
