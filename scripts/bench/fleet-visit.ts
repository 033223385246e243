import { chromium, devices } from '@playwright/test'
import { median } from '../../admin-api/numbers/statistics.ts'
import { chromiumArgs, findChromium } from '../../e2e/chromium.ts'
import { emptyPortfolio } from '../../site/portfolio/stored-portfolio.ts'
import { slowLine, slowness } from './browser.ts'
import { type Figure, milliseconds } from './report.ts'

const visits = 3

/** Shares and dollars per share of twelve funds in two accounts. */
const holdings = [
  ['Schwab', 'MSTY', 100, 22],
  ['Schwab', 'TSLY', 200, 9],
  ['Schwab', 'GPIX', 50, 48],
  ['Schwab', 'XDTE', 40, 45],
  ['Schwab', 'JEPQ', 60, 52],
  ['Schwab', 'ULTY', 300, 6.1],
  ['Roth IRA', 'NVDY', 80, 16],
  ['Roth IRA', 'QQQI', 45, 51],
  ['Roth IRA', 'YMAX', 120, 13],
  ['Roth IRA', 'CONY', 150, 8],
  ['Roth IRA', 'JEPI', 40, 56],
  ['Roth IRA', 'AMZY', 70, 17]
] as const

/** The stored portfolio of a holder of twelve funds, all bought on one day. */
const storedFleet = JSON.stringify({
  ...emptyPortfolio,
  transactions: holdings.map(([account, symbol, shares, price], index) => ({
    id: `t${index}`,
    account,
    type: 'buy',
    symbol,
    shares,
    date: '2025-06-02',
    price,
    fee: 0
  }))
})

/**
 * Measures the first visit of a holder of twelve funds to My Fleet: a phone on a slow line, without a cache, until each
 * fund's row shows its value. Medians of three visits.
 */
export async function measureFleetVisit(origin: string): Promise<Figure> {
  await using browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArgs })
  const measured: Visit[] = []
  for (let visit = 0; visit < visits; visit += 1) {
    await using context = await browser.newContext({ ...devices['Pixel 7'], serviceWorkers: 'block' })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const sizes: number[] = []
    session.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength))
    await session.send('Network.enable')
    await session.send('Performance.enable')
    await session.send('Network.emulateNetworkConditions', slowLine)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await page.addInitScript((text) => localStorage.setItem('fleet', text), storedFleet)
    await page.addInitScript(watchHoldings, holdings.length)
    await page.goto(`${origin}/fleet`, { waitUntil: 'commit' })
    const mark = await page.waitForFunction(
      () => performance.getEntriesByName('readable')[0]?.startTime,
      undefined,
      { timeout: 120_000 }
    )
    const { metrics } = await session.send('Performance.getMetrics')
    const script = 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN)
    measured.push({
      readable: (await mark.jsonValue()) ?? Number.NaN,
      script,
      requests: sizes.length,
      bytes: sizes.reduce((sum, size) => sum + size, 0)
    })
  }
  const of = (name: keyof Visit) => median(measured.map((visit) => visit[name]))
  const detail = `${of('requests')} requests, ${Math.round(of('bytes') / 1000)} kB, ${Math.round(of('script'))} ms of script`
  const what =
    'holdings of 12 funds readable on a first visit to /fleet at 1.6 Mbit/s, 150 ms and a quarter of the speed'
  return milliseconds(what, of('readable'), 4000, detail)
}

/** Until the holdings are readable; times in milliseconds. */
type Visit = { readable: number; script: number; requests: number; bytes: number }

/** Runs in the page: marks the first frame in which the rows of all funds show dollars. */
function watchHoldings(count: number): void {
  const rows = [...document.querySelectorAll('[aria-labelledby="fleet-lots-title"] tbody tr')]
  if (rows.filter((row) => row.textContent.includes('$')).length >= count)
    requestAnimationFrame(() => performance.mark('readable'))
  else requestAnimationFrame(() => watchHoldings(count))
}
