import * as z from 'zod'
import { isDay } from '../../../contract/days.ts'
import { compareText } from '../../../market-days/days.ts'
import { closedAt, toNewYorkTime } from '../../../market-days/sessions.ts'
import {
  type CollectedChart,
  largestDollars,
  type MarketData,
  MarketDataError,
  possibleDay,
  type SecondPayment,
  type SecondSource,
  sumOfExDate,
  UnknownFundError
} from '../market-data.ts'
import {
  browserAgent,
  createRateLimitedFetch,
  type FetchParts,
  liveFetchParts,
  RequestFailure
} from '../rate-limited-fetch.ts'

/** Name of the source where it stands in for another. */
export const nasdaqFigures = 'Nasdaq figures'
const origin = 'https://api.nasdaq.com'
/** Without headers like a browser's, requests are left unanswered. */
const headers = {
  accept: 'application/json, text/plain, */*',
  'accept-language': 'en-US,en;q=0.9',
  origin: 'https://www.nasdaq.com',
  referer: 'https://www.nasdaq.com/',
  'user-agent': browserAgent
}
/** Traded on every session since 1993. */
const knownSymbol = 'SPY'
/** One response serves as a fund's own payments and as a second opinion. */
const paymentsLastMs = 10 * 60_000
/** A check or a collection counts as the provider's state for this long. */
const checkLastsMs = 60_000
/** After this many consecutive failures the source is considered down. */
const failuresToStop = 2
const unknownCode = 400

const Envelope = z.object({
  data: z.unknown(),
  status: z.object({
    rCode: z.number(),
    bCodeMessage: z.array(z.object({ errorMessage: z.string() })).nullish()
  })
})
const UsDay = z
  .string()
  .regex(/^\d{1,2}\/\d{1,2}\/\d{4}$/)
  .transform((text) => {
    const [month = '', day = '', year = ''] = text.split('/')
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  })
  .refine((day) => isDay(day) && possibleDay.test(day))
const MaybeUsDay = UsDay.nullish().catch(null)
/** A hundred million and nine decimals; its decimals matter, so it stays text. */
const longestAmount = 20
const dollarText = /^\$?[\d,]*\.?\d+$/
const Dollars = z
  .string()
  .regex(dollarText)
  .transform((text) => Number(text.replace(/[$,]/g, '')))
  .refine((dollars) => dollars < largestDollars)
const DividendRow = z.object({
  exOrEffDate: UsDay,
  type: z.string().regex(/cash/i).nullish(),
  amount: z.string().regex(dollarText).max(longestAmount),
  declarationDate: MaybeUsDay,
  paymentDate: MaybeUsDay,
  currency: z.literal('USD').nullish()
})
const Rows = z.array(z.unknown()).nullish()
const DividendAnswer = z.object({ dividends: z.object({ rows: Rows }).nullish() }).nullable()
const TradeRow = z.object({ date: UsDay, close: Dollars })
const TradeAnswer = z.object({ tradesTable: z.object({ rows: Rows }).nullish() }).nullable()
const ListRow = z.object({ symbol: z.string().trim().min(1), companyName: z.string().trim().min(1) })
const ListAnswer = z.object({ data: z.object({ rows: Rows }).nullish(), rows: Rows })

/** A fund of the exchange's list of all ETFs. */
export type ExchangeFund = { symbol: string; name: string }

/** The service behind nasdaq.com, as the source of figures, as a second source, and as the list of all funds. */
export type Nasdaq = {
  market: MarketData
  second: SecondSource
  /** All ETFs on US exchanges by symbol. @throws MarketDataError */
  listFunds: () => Promise<ExchangeFund[]>
}

/**
 * Closes, payments and announced payments from the service behind nasdaq.com, which needs no key. Its closes are on
 * the newest share basis, its amounts as paid; it reports no splits and no implied volatility. It was never called
 * during development: the response formats are taken from public projects that read them.
 */
export function createNasdaq(given: Partial<FetchParts> = {}): Nasdaq {
  const parts: FetchParts = { ...liveFetchParts, ...given }
  const request = createRateLimitedFetch(parts)
  const cached = new Map<string, { at: number; answer: Promise<SecondPayment[]> }>()
  let checked: { at: number; answer: Promise<unknown> } | null = null

  /** `failure` is the start of an error message. */
  async function fetchData<Data extends z.ZodType>(
    path: string,
    schema: Data,
    { failure, symbol }: { failure: string; symbol?: string }
  ): Promise<z.output<Data>> {
    const answer = await request(`${origin}${path}`, { headers })
      .then((response) => response.json())
      .catch((error: unknown) => {
        throw toMarketDataError(failure, error)
      })
    const parsed = Envelope.safeParse(answer)
    if (!parsed.success) throw new MarketDataError(`${failure}: Nasdaq sent an unknown format.`)
    const { rCode, bCodeMessage } = parsed.data.status
    const detail = bCodeMessage?.[0]?.errorMessage
    if (symbol !== undefined && rCode === unknownCode)
      throw new UnknownFundError(`Nasdaq doesn't know ${symbol}.`)
    if (rCode !== 200 || (parsed.data.data === null && detail !== undefined))
      throw new MarketDataError(`${failure}: Nasdaq answered: "${(detail ?? String(rCode)).slice(0, 200)}".`)
    const data = schema.safeParse(parsed.data.data)
    if (data.success) return data.data
    throw new MarketDataError(`${failure}: Nasdaq sent an unknown format.`)
  }

  async function fetchPayments(symbol: string): Promise<SecondPayment[]> {
    const path = `/api/quote/${encodeURIComponent(symbol)}/dividends?assetclass=etf`
    const failure = `Payments of ${symbol} could not be collected`
    const data = await fetchData(path, DividendAnswer, { failure, symbol })
    return sumByExDate(symbol, readRows(data?.dividends?.rows, DividendRow))
  }

  /** All reported payments, oldest first; the response is reused for ten minutes. */
  function readPayments(symbol: string): Promise<SecondPayment[]> {
    const now = parts.clock().getTime()
    const recent = cached.get(symbol)
    if (recent !== undefined && now - recent.at < paymentsLastMs) return recent.answer
    const answer = fetchPayments(symbol)
    cached.set(symbol, { at: now, answer })
    answer.catch(() => cached.delete(symbol))
    return answer
  }

  async function parseCloses(symbol: string, since: string): Promise<CollectedChart['prices']> {
    const { day, time } = toNewYorkTime(parts.clock())
    const query = new URLSearchParams({ assetclass: 'etf', fromdate: since, todate: day, limit: '9999' })
    const path = `/api/quote/${encodeURIComponent(symbol)}/historical?${query}`
    const failure = `${symbol} could not be collected`
    const data = await fetchData(path, TradeAnswer, { failure, symbol })
    const closes = readRows(data?.tradesTable?.rows, TradeRow)
      .filter(({ date, close }) => close > 0 && date >= since && (date < day || time >= closedAt))
      .map(({ date, close }) => [date, close] as const)
    return [...new Map(closes)]
      .map(([date, close]) => ({ date, close }))
      .sort((a, b) => compareText(a.date, b.date))
  }

  async function collectFund(symbol: string, since: string): Promise<CollectedChart> {
    const prices = await parseCloses(symbol, since)
    const payments = await readPayments(symbol)
    const { day } = toNewYorkTime(parts.clock())
    checked = { at: parts.clock().getTime(), answer: Promise.resolve() }
    return {
      prices,
      payments: payments
        .filter(({ exDate, amountAsPaid }) => exDate >= since && exDate <= day && amountAsPaid > 0)
        .map(({ exDate, payDate, amountAsPaid }) => ({
          exDate,
          payDate,
          amount: amountAsPaid,
          isAsPaid: true
        })),
      splits: []
    }
  }

  return {
    market: {
      name: nasdaqFigures,
      isLive: true,
      collectFund,
      collectVolatility: async () => null,
      check: async () => {
        const now = parts.clock().getTime()
        if (checked === null || now - checked.at > checkLastsMs)
          checked = { at: now, answer: parseCloses(knownSymbol, daysAgo(now, 7)) }
        await checked.answer
      }
    },
    second: {
      name: 'Nasdaq',
      collect: async (symbols, since) => {
        const payments: SecondPayment[] = []
        let failures = 0
        for (const symbol of symbols) {
          try {
            payments.push(...(await readPayments(symbol)).filter(({ exDate }) => exDate >= since))
            failures = 0
          } catch (error) {
            if (error instanceof UnknownFundError) continue
            failures += 1
            const isDown = error instanceof MarketDataError && error.isUnreachable
            if (isDown || failures >= failuresToStop) throw error
          }
        }
        return payments
      }
    },
    listFunds: async () => {
      const failure = 'The list of all funds could not be collected'
      const { data, rows } = await fetchData('/api/screener/etf?download=true', ListAnswer, { failure })
      return readRows(data?.rows ?? rows, ListRow)
        .map(({ symbol, companyName }) => ({ symbol: symbol.toUpperCase(), name: companyName }))
        .sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
    }
  }
}

/** Parses rows; those in an unknown format are dropped. */
function readRows<Row extends z.ZodType>(rows: z.output<typeof Rows>, row: Row): z.output<Row>[] {
  return (rows ?? []).flatMap((given) => {
    const parsed = row.safeParse(given)
    return parsed.success ? [parsed.data] : []
  })
}

/** Sums payments with the same ex-date. Oldest first. */
function sumByExDate(symbol: string, rows: readonly z.output<typeof DividendRow>[]): SecondPayment[] {
  const groups = Map.groupBy(rows, ({ exOrEffDate }) => exOrEffDate)
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([exDate, payments]) => ({
      symbol,
      exDate,
      payDate: payments[0]?.paymentDate ?? null,
      declaredOn: payments[0]?.declarationDate ?? null,
      amountAsPaid: sumOfExDate(
        payments.map(({ amount, type }) => ({ amount: Dollars.parse(amount), kind: type }))
      ),
      decimals: Math.max(...payments.map(({ amount }) => amount.split('.')[1]?.length ?? 0))
    }))
}

function toMarketDataError(failure: string, error: unknown): MarketDataError {
  if (!(error instanceof RequestFailure))
    return new MarketDataError(`${failure}: Nasdaq sent an unreadable response.`)
  const { status, retryAfterMs, isUnreachable, message } = error
  // Nasdaq refuses with a 403 as well as with a 429.
  const isRefusal = status === 429 || status === 403
  return new MarketDataError(`${failure}: Nasdaq ${message}.`, {
    cause: error,
    isUnreachable,
    ...(isRefusal && { blockedForMs: retryAfterMs })
  })
}

function daysAgo(now: number, days: number): string {
  return new Date(now - days * 86_400_000).toISOString().slice(0, 10)
}
