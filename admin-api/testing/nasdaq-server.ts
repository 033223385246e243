import { createNasdaq, type Nasdaq } from '../collection/sources/nasdaq/nasdaq.ts'
import { type Reply, startYahoo } from './yahoo-server.ts'

export type NasdaqFixture = {
  nasdaq: Nasdaq
  /** The next replies for closes, for payments and for the list of funds; the last one repeats. */
  closes: Reply[]
  dividends: Reply[]
  list: Reply[]
  /** Path and query of each request. */
  asked: string[]
  /** The user agent of each request. */
  agents: (string | undefined)[]
  /** Moves the source's clock, so that stored responses expire. */
  wait: (milliseconds: number) => void
  close: () => Promise<void>
}

/** Starts a server with Nasdaq's formats as public projects read them; pauses pass at once. */
export async function startNasdaq(now = new Date('2026-05-30T00:00:00Z')): Promise<NasdaqFixture> {
  const queues = { closes: [] as Reply[], dividends: [] as Reply[], list: [] as Reply[] }
  const agents: (string | undefined)[] = []
  let time = now.getTime()
  const server = await startYahoo((request) => {
    agents.push(request.headers['user-agent'])
    const path = request.url ?? ''
    const kind = path.includes('/historical?')
      ? 'closes'
      : path.includes('/dividends?')
        ? 'dividends'
        : 'list'
    const queue = queues[kind]
    return (queue.length > 1 ? queue.shift() : queue[0]) ?? null
  })
  const wait = (milliseconds: number) => {
    time += milliseconds
  }
  const nasdaq = createNasdaq({
    fetch: server.fetch,
    clock: () => new Date(time),
    sleep: async (milliseconds) => wait(milliseconds),
    random: () => 1,
    timeoutMs: 60_000
  })
  return { ...queues, nasdaq, asked: server.asked, agents, wait, close: server.close }
}

const status = { rCode: 200, bCodeMessage: null, developerMessage: null }

/** Closes in Nasdaq's format, newest first; days are YYYY-MM-DD. */
export function makeTrades(
  symbol: string,
  closes: readonly (readonly [day: string, close: number])[]
): Reply {
  const rows = closes.toReversed().map(([day, close]) => {
    const price = `$${close}`
    return { date: toUsDay(day), close: price, volume: '1,100', open: price, high: price, low: price }
  })
  const data = { symbol, totalRecords: rows.length, tradesTable: { asOf: null, rows } }
  return { body: { data, message: null, status } }
}

export type NasdaqDividend = {
  exDate: string
  amount: number
  payDate?: string
  declaredOn?: string
  type?: string
}

export function makeDividends(dividends: readonly NasdaqDividend[]): Reply {
  const rows = dividends.toReversed().map(({ exDate, amount, payDate, declaredOn, type = 'Cash' }) => ({
    exOrEffDate: toUsDay(exDate),
    type,
    amount: `$${amount}`,
    declarationDate: declaredOn === undefined ? 'N/A' : toUsDay(declaredOn),
    recordDate: toUsDay(exDate),
    paymentDate: payDate === undefined ? 'N/A' : toUsDay(payDate),
    currency: 'USD'
  }))
  return { body: { data: { exDividendDate: 'N/A', dividends: { asOf: null, rows } }, message: null, status } }
}

/** Reply for an unknown symbol; its HTTP status is 200. */
export const unknownToNasdaq: Reply = {
  body: {
    data: null,
    message: null,
    status: {
      rCode: 400,
      bCodeMessage: [{ code: 1001, errorMessage: 'Symbol not exists.' }],
      developerMessage: null
    }
  }
}

function toUsDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${month}/${date}/${year}`
}
