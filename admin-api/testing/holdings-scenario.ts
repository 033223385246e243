import { addSessions } from '../market-days/market-calendar.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import type { Close, IsoDay } from '../market-days/types.ts'
import type { Service } from '../open-service.ts'
import type { Db } from '../platform/database/schema.ts'
import { type FundInFile, makeHoldingsFile } from './holdings-file.ts'
import type { Reply } from './yahoo-server.ts'

type Funds = {
  funds: readonly { symbol: string; issuer: string }[]
  closesOf: ReadonlyMap<string, readonly Close[]>
}

/** The site answers so for a file that doesn't exist. */
export const noHoldingsFile: Reply = {
  headers: { 'content-type': 'text/html' },
  body: '<!DOCTYPE html><html><body>Page not found</body></html>'
}

/** Files of the sessions on these days of a month never appear. */
const missingDates: readonly string[] = ['13', '14']

/** Roundhill's file of a session, from its evening on, with share counts that change daily. */
export function answerHoldings(path: string, facts: Funds, now: Date): Reply {
  const [, month, date = '', year] = /Holdings_(\d\d)(\d\d)(\d{4})\.csv$/.exec(path) ?? []
  const session = `${year}-${month}-${date}`
  const figures = figuresOf(session, facts)
  const isPublished = session < toNewYorkTime(now).day && !missingDates.includes(date)
  return isPublished && figures.length > 0
    ? makeHoldingsFile(addSessions(session, 1), figures)
    : noHoldingsFile
}

function figuresOf(session: IsoDay, { funds, closesOf }: Funds): FundInFile[] {
  return funds.flatMap(({ symbol, issuer }) => {
    const close = closesOf.get(symbol)?.find((each) => each.date === session)?.close
    if (issuer !== 'Roundhill' || close === undefined) return []
    const sharesOutstanding = 1_000_000 + 10_000 * Number(session.slice(8))
    return { symbol, sharesOutstanding, netAssets: Number((sharesOutstanding * close).toFixed(2)) }
  })
}

/** Compares all stored days with their files. @returns their number, and what is wrong, in words */
export async function checkHoldings(db: Db, facts: Funds, { loadPage }: Pick<Service, 'loadPage'>) {
  const stored = await db.selectFrom('fund_day').selectAll().orderBy('day').execute()
  const wrong = stored
    .filter(({ symbol, day, net_assets, shares_outstanding }) => {
      const session = addSessions(day, -1)
      const file = figuresOf(session, facts).find((fund) => fund.symbol === symbol)
      const isSame = file?.netAssets === net_assets && file.sharesOutstanding === shares_outstanding
      return !isSame || missingDates.includes(session.slice(8))
    })
    .map(({ symbol, day, net_assets }) => `${symbol} ${day}: ${net_assets}`)
  const newest = stored.at(-1)
  if (newest === undefined) return { days: 0, wrong }
  const page = await loadPage(`/${newest.symbol.toLowerCase()}`)
  const isShown = page !== null && 'assets' in page && page.assets?.day === newest.day
  return {
    days: stored.length,
    wrong: isShown ? wrong : [...wrong, `no assets on the page of ${newest.symbol}`]
  }
}
