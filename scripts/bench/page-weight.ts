import { gzipSync } from 'node:zlib'
import { chromium, devices } from '@playwright/test'
import { chromiumArgs, findChromium } from '../../e2e/chromium.ts'

export type PageWeight = { path: string; htmlKb: number; scriptKb: number; scripts: number }

/** Islands wait for an idle browser, and what they load by themselves follows; later nothing comes untouched. */
const quietMs = 3000

/**
 * What each page costs on a phone before a visitor touches it: its HTML, and every script the browser really fetches,
 * those that others import later included. In kB after gzip.
 */
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
    const htmlSize = html === undefined ? 0 : gzipSize(html)
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
