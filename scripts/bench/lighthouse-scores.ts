import { chromium } from '@playwright/test'
import { chromiumArgs, findChromium } from '../../e2e/chromium.ts'

export type Scores = {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** Cumulative layout shift, no unit; largest contentful paint in ms. */
  layoutShift: number
  largestPaint: number
}

/** Lighthouse's mobile run of each path, in the installed Chromium; null when there is no browser. */
export async function scorePages(
  origin: string,
  paths: readonly string[]
): Promise<Map<string, Scores> | null> {
  const executablePath = findChromium()
  if (executablePath === null) return null
  const { default: lighthouse } = await import('lighthouse')
  const port = 9333
  const browser = await chromium.launch({
    executablePath,
    args: [...chromiumArgs, `--remote-debugging-port=${port}`]
  })
  const scores = new Map<string, Scores>()
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
        largestPaint: Math.round(report.audits['largest-contentful-paint']?.numericValue ?? Number.NaN)
      })
    }
  } finally {
    await browser.close()
  }
  return scores
}
