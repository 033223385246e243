import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { chromium, devices } from '@playwright/test'
import { chromiumArgs, findChromium } from '../../e2e/chromium.ts'

type PageScores = {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** Cumulative layout shift, no unit. */
  layoutShift: number
  largestPaintMs: number
}

/** Runs Lighthouse's mobile audit of each path; null without a browser. */
export async function scorePages(
  origin: string,
  paths: readonly string[]
): Promise<Map<string, PageScores> | null> {
  const executablePath = findChromium()
  if (executablePath === null) return null
  const { default: lighthouse } = await import('lighthouse')
  const port = 9333
  const browser = await chromium.launch({
    executablePath,
    args: [...chromiumArgs, `--remote-debugging-port=${port}`]
  })
  const scores = new Map<string, PageScores>()
  try {
    for (const path of paths) {
      const report = (await lighthouse(origin + path, { port, logLevel: 'silent' }))?.lhr
      if (report === undefined) continue
      const scoreOf = (category: string) => Math.round((report.categories[category]?.score ?? 0) * 100)
      scores.set(path, {
        performance: scoreOf('performance'),
        accessibility: scoreOf('accessibility'),
        bestPractices: scoreOf('best-practices'),
        seo: scoreOf('seo'),
        layoutShift: report.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
        largestPaintMs: Math.round(report.audits['largest-contentful-paint']?.numericValue ?? Number.NaN)
      })
    }
  } finally {
    await browser.close()
  }
  return scores
}

type PageWeight = { path: string; htmlKb: number; scriptKb: number; scripts: number }

/** Time for islands to hydrate when the browser is idle, and to load more scripts. */
const quietMs = 3000

/** Measures HTML (Brotli, as served) and all scripts (gzip) that a phone fetches for each page before interaction. */
export async function weighPages(origin: string, paths: readonly string[]): Promise<PageWeight[]> {
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArgs })
  const weights: PageWeight[] = []
  for (const path of paths) {
    const context = await browser.newContext(devices['Pixel 7'])
    const page = await context.newPage()
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') sizes.push(response.body().then(gzipSize))
    })
    const html = await (await page.goto(origin + path))?.body()
    await page.waitForTimeout(quietMs)
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    const asServed = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
    const htmlSize = html === undefined ? 0 : brotliCompressSync(html, asServed).length
    weights.push({ path, htmlKb: toKb(htmlSize), scriptKb: toKb(total), scripts: sizes.length })
    await context.close()
  }
  await browser.close()
  return weights
}

function gzipSize(bytes: Buffer): number {
  return gzipSync(bytes, { level: 9 }).length
}

function toKb(bytes: number): number {
  return Math.round(bytes / 100) / 10
}

/** Milliseconds after the start of the navigation. */
type FirstVisit = { path: string; readableMs: number; usableMs: number }

const visits = 5
/** A slow mobile line, in bytes per second, and a phone with a quarter of this machine's speed. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
const slowness = 4

/**
 * Measures first visits of a phone on a slow line: until text is painted, and until the search field is shown and
 * preserves typed text. Medians of five visits without a cache.
 */
export async function timeFirstVisits(origin: string, paths: readonly string[]): Promise<FirstVisit[]> {
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArgs })
  const found: FirstVisit[] = []
  for (const path of paths) {
    const times: Omit<FirstVisit, 'path'>[] = []
    for (let visit = 0; visit < visits; visit += 1) {
      const context = await browser.newContext({ ...devices['Pixel 7'], serviceWorkers: 'block' })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', slowLine)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
      await page.addInitScript(watchSearchField)
      await page.goto(origin + path)
      const usable = await page.waitForFunction(() => performance.getEntriesByName('usable')[0]?.startTime)
      const readableMs = await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
      )
      times.push({ readableMs, usableMs: (await usable.jsonValue()) ?? Number.NaN })
      await context.close()
    }
    const medianOf = (name: keyof (typeof times)[number]) =>
      Math.round(times.map((time) => time[name]).sort((a, b) => a - b)[Math.floor(visits / 2)] ?? Number.NaN)
    found.push({ path, readableMs: medianOf('readableMs'), usableMs: medianOf('usableMs') })
  }
  await browser.close()
  return found
}

/** Runs in the page: marks the first frame that shows a search field whose script already preserves typed text. */
function watchSearchField(): void {
  const field = document.querySelector('main [role="combobox"], .site-header [role="combobox"]')
  const keepsText = document.querySelector('main [role="combobox"]') === null || 'Astro' in globalThis
  const isShown = performance.getEntriesByName('first-contentful-paint').length > 0
  if (field !== null && keepsText && isShown) performance.mark('usable')
  else requestAnimationFrame(watchSearchField)
}
