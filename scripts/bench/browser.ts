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

/** Wait for islands, which hydrate when the browser is idle and then load more. */
const quietMs = 3000

/** Measures HTML (Brotli, as served) and all scripts (gzip) that a phone fetches for each page before the first touch. */
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
