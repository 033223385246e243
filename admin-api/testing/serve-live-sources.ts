// A child process for tests: the real service on a filled database, with live sources that a local server replaces, from
// the instant in SOURCES_FROM on, until it is killed. That day, YieldMax announced payments of MSTY and of two funds that
// nobody added.

import { formatLongDay } from '../market-days/days.ts'
import { addSessions } from '../market-days/market-calendar.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import { openService } from '../open-service.ts'
import { listen } from '../platform/http/listen.ts'
import { makeRelease, makeReleaseList } from './announcement-pages.ts'
import { makeHistory } from './make-history.ts'
import { makeChart, makeSpark, type Reply, sendTo, startYahoo } from './yahoo-server.ts'

const from = Date.parse(process.env['SOURCES_FROM'] ?? '2026-07-08T21:30:00Z')
const begunAt = Date.now()
const { day: today } = toNewYorkTime(new Date(from))
const exDate = addSessions(today, 1)
const path = `/news-release/${today.replaceAll('-', '/')}/3300001/0/en/YieldMax-ETFs-Announces-Weekly-Distributions.html`
const release = makeRelease(
  {
    ex: formatLongDay(exDate),
    pay: formatLongDay(addSessions(exDate, 1)),
    publishedAt: `${today}T13:06:00Z`
  },
  [
    ['MSTY', '$0.2877', '61.20%'],
    ['YSPC', '$0.4100', '48.70%'],
    ['QBTY', '$0.2200', '90.10%']
  ]
)
const { closes, payments } = makeHistory({
  start: '2025-10-06',
  weeks: 40,
  yieldOf: (week) => 0.012 * Math.exp(0.25 * Math.sin(1.7 * week))
})

/** Figures of a source through today, each at the opening of its day. */
function upToNow(figures: readonly (readonly [day: string, figure: number])[]): [string, number][] {
  return figures.flatMap(([day, figure]) => (day <= today ? [[`${day}T13:30:00Z`, figure]] : []))
}

const source = await startYahoo(({ url = '' }): Reply | undefined => {
  const { pathname } = new URL(url, 'http://source')
  if (pathname === '/search/tag/yieldmax') return makeReleaseList([path])
  if (pathname === path) return release
  if (pathname === '/v8/finance/chart/SPY')
    return makeChart({ symbol: 'SPY', closes: upToNow([[today, 600]]) })
  if (pathname === '/v8/finance/chart/YSPC')
    return makeChart({
      symbol: 'YSPC',
      closes: upToNow(closes.map(({ date, close }) => [date, close])),
      dividends: upToNow(payments.map(({ exDate: day, amount }) => [day, amount]))
    })
  // Closes of two shares that no fund has.
  if (pathname === '/v7/finance/spark')
    return makeSpark(
      ['O', 'SCHD'].map((symbol) => ({ symbol, closes: upToNow(closes.map(({ date }) => [date, 27.25])) }))
    )
  // Requests for cookie and crumb are answered.
  return /^\/(?:quote|v1)\//.test(pathname) ? undefined : 404
})
const service = await openService(process.env, {
  clock: () => new Date(from + Date.now() - begunAt),
  network: { fetch: sendTo(source.url), sleep: async () => undefined, random: () => 0.5 }
})
const { url } = await listen(service.app, service.config)
service.publisher.start()
service.pictures.start()
await service.sourceWatch.connect?.()
await service.collectAnnouncements()
service.startSchedule()
process.stdout.write(`Doubloon is ready at ${url}\n`)
