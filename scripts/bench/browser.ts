import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { chromium, devices } from '@playwright/test'
import { median } from '../../admin-api/numbers/statistics.ts'
import { chromiumArgs, findChromium } from '../../e2e/chromium.ts'
import { type Figure, milliseconds } from './report.ts'

/** Lighthouse's mobile line, and how much slower its phone is than a machine of factor 1. */
const mobileLine = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675
}
const mobileSlowdown = 4

/**
 * Runs Lighthouse's mobile audit of each path; nothing without a browser. Its phone is a multiple of the machine it runs
 * on, which is why its documentation asks to calibrate it: here by the machine's factor.
 */
export async function scorePages(
  origin: string,
  paths: readonly string[],
  factor: number
): Promise<Figure[]> {
  const throttling = { ...mobileLine, cpuSlowdownMultiplier: Math.max(1, mobileSlowdown / factor) }
  const executablePath = findChromium()
  if (executablePath === null) {
    console.log('Lighthouse skipped: no Chromium found.')
    return []
  }
  const { default: lighthouse } = await import('lighthouse')
  const port = 9333
  const args = [...chromiumArgs, `--remote-debugging-port=${port}`]
  await using _browser = await chromium.launch({ executablePath, args })
  const figures: Figure[] = []
  for (const path of paths) {
    const audit = (await lighthouse(origin + path, { port, logLevel: 'silent', throttling }))?.lhr
    if (audit === undefined) continue
    const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map((category) =>
      Math.round((audit.categories[category]?.score ?? 0) * 100)
    )
    const shift = audit.audits['cumulative-layout-shift']?.numericValue?.toFixed(3)
    figures.push({
      what: `Lighthouse mobile ${path}: performance / accessibility / best practices / SEO, layout shift`,
      measured: `${scores.join(' / ')}, CLS ${shift}`,
      budget: '98 / 100 / 100 / 100, CLS 0'
    })
  }
  return figures
}

/** Time for islands to hydrate when the browser is idle, and to load more scripts. */
const quietMs = 3000

/** Measures HTML (Brotli, as served) and all scripts (gzip) that a phone fetches for each page before interaction. */
export async function weighPages(origin: string, paths: readonly string[]): Promise<Figure[]> {
  await using browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArgs })
  const figures: Figure[] = []
  for (const path of paths) {
    await using context = await browser.newContext(devices['Pixel 7'])
    const page = await context.newPage()
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        sizes.push(response.body().then((bytes) => gzipSync(bytes, { level: 9 }).length))
    })
    const html = await (await page.goto(origin + path))?.body()
    await page.waitForTimeout(quietMs)
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    const asServed = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
    const htmlSize = html === undefined ? 0 : brotliCompressSync(html, asServed).length
    figures.push({
      what: `script on ${path} before interaction`,
      measured: `${toKb(total)} kB in ${sizes.length} files (HTML ${toKb(htmlSize)} kB with Brotli)`,
      budget: path === '/' || path === '/msty' ? '45 kB' : '90 kB'
    })
  }
  return figures
}

function toKb(bytes: number): number {
  return Math.round(bytes / 100) / 10
}

const visits = 5
/** A slow mobile line, in bytes per second, and a phone with a quarter of this machine's speed. */
export const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 94_000
}
export const slowness = 4

/**
 * Measures first visits of a phone on a slow line: until text is painted, and until the search field is shown and
 * preserves typed text. Medians of five visits without a cache.
 */
export async function timeFirstVisits(origin: string, paths: readonly string[]): Promise<Figure[]> {
  await using browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArgs })
  const figures: Figure[] = []
  for (const path of paths) {
    const readable: number[] = []
    const usable: number[] = []
    for (let visit = 0; visit < visits; visit += 1) {
      await using context = await browser.newContext({ ...devices['Pixel 7'], serviceWorkers: 'block' })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', slowLine)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
      await page.addInitScript(watchSearchField)
      await page.goto(origin + path)
      const mark = await page.waitForFunction(() => performance.getEntriesByName('usable')[0]?.startTime)
      usable.push((await mark.jsonValue()) ?? Number.NaN)
      readable.push(
        await page.evaluate(
          () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
        )
      )
    }
    const visit = `on a first visit to ${path} at 1.6 Mbit/s, 150 ms and a quarter of the speed`
    figures.push(
      milliseconds(`text readable ${visit}`, median(readable), 1500),
      milliseconds(`search usable ${visit}`, median(usable), 2000)
    )
  }
  return figures
}

const touches = 9

/**
 * Measures how long a chart takes to answer a touch once its drawing is loaded: from the finger to the frame with the
 * figures, on a phone with a quarter of this machine's speed. Median and slowest of nine touches.
 */
export async function timeTouches(origin: string, path: string, chartName: RegExp): Promise<Figure[]> {
  await using browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArgs })
  await using context = await browser.newContext({ ...devices['Pixel 7'], serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(origin + path)
  const chart = page.getByRole('application', { name: chartName })
  await chart.scrollIntoViewIfNeeded()
  await chart.tap({ position: { x: 40, y: 100 } })
  await chart.locator('.chart__box').waitFor()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  const times: number[] = []
  for (let touch = 0; touch < touches; touch += 1) {
    await chart.evaluate(watchAnswer)
    await chart.tap({ position: { x: touch % 2 === 0 ? 300 : 60 + 20 * touch, y: 100 } })
    const answered = await page.waitForFunction(() => performance.getEntriesByName('answered')[0]?.duration)
    times.push((await answered.jsonValue()) ?? Number.NaN)
  }
  const what = `touch on a chart of ${path} answered, once it is loaded, at a quarter of the speed`
  const slowest = `slowest of ${touches}: ${Math.round(Math.max(...times))} ms`
  return [milliseconds(what, median(times), 300, slowest)]
}

/** Runs in the page: measures the time from the next touch of a chart to the frame that shows other figures. */
function watchAnswer(chart: Element): void {
  performance.clearMeasures('answered')
  chart.addEventListener('pointerdown', () => performance.mark('touched'), { capture: true, once: true })
  const observer = new MutationObserver(() => {
    observer.disconnect()
    // The second callback comes after the frame was drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => performance.measure('answered', 'touched')))
  })
  observer.observe(chart, { childList: true, characterData: true, subtree: true })
}

/** Runs in the page: marks the first frame that shows a search field whose script already preserves typed text. */
function watchSearchField(): void {
  const field = document.querySelector('main [role="combobox"], .site-header [role="combobox"]')
  const keepsText = document.querySelector('main [role="combobox"]') === null || 'Astro' in globalThis
  const isShown = performance.getEntriesByName('first-contentful-paint').length > 0
  if (field !== null && keepsText && isShown) performance.mark('usable')
  else requestAnimationFrame(watchSearchField)
}
