import type { Logger } from 'pino'
import { readMeta } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { createCboeNotices } from './sources/cboe/cboe-notices.ts'
import { createEdgar, type Edgar } from './sources/edgar/edgar.ts'
import { embeddedMarketData } from './sources/embedded.ts'
import { createYieldMaxReleases } from './sources/globenewswire/yieldmax-releases.ts'
import type { AnnouncementSource } from './sources/html-page.ts'
import { createLiveMarketData } from './sources/live-market.ts'
import type { MarketData, SecondSource } from './sources/market-data.ts'
import { createNasdaq, type ExchangeFund } from './sources/nasdaq/nasdaq.ts'
import { createTextReader, type FetchParts, type TextReader } from './sources/rate-limited-fetch.ts'

export type Sources = {
  market: MarketData
  secondSource: SecondSource | null
  /** Sites on which payments are announced first. */
  announcements: readonly AnnouncementSource[]
  /** All ETFs on US exchanges; null if no source with such a list is used. @throws MarketDataError */
  listFunds: (() => Promise<ExchangeFund[]>) | null
  /** Filings with the SEC; null if they are not read. */
  edgar: Edgar | null
  /** Reads issuers' files with daily holdings; null if these are not stored. */
  holdingsReader: TextReader | null
  /** Requests to each source since the start, failed ones included. */
  requestsSent?: () => Record<string, number>
  /** Tries to reach a live source; true as soon as figures are live. null: the source is fixed. */
  connect: (() => Promise<boolean>) | null
}

export type SourceSettings = {
  marketData: 'auto' | 'yahoo' | 'nasdaq' | 'embedded'
  filingsContact: string | null
  /** Whether announcements are collected, with live market data. */
  announcements: boolean
  /** Whether daily holdings are stored, with live market data. */
  archive: boolean
  siteUrl: string
  contactEmail: string
}

type OpenParts = {
  db: Db
  log: Logger
  /** A fetch that counts the requests of a source. */
  fetchFor: (source: string) => FetchParts['fetch']
  /** Tests pass a clock and pauses that take no time. */
  given?: Partial<FetchParts>
}

/** The sources of a setting: `auto` is Yahoo with Nasdaq as stand-in and second opinion, a name pins that source. */
export async function openSources(
  settings: SourceSettings,
  { db, log, fetchFor: fetchCounted, given = {} }: OpenParts
): Promise<Sources> {
  const { marketData, filingsContact } = settings
  const { fetchFor, requestsSent } = countRequests(fetchCounted)
  const open = (source: string) => ({ ...given, fetch: fetchFor(source) })
  const announcements = openAnnouncements(settings, open)
  const holdingsReader = openHoldingsReader(settings, open)
  return { ...(await openEach()), announcements, holdingsReader, requestsSent }

  async function openEach(): Promise<Sources> {
    if (marketData === 'embedded') return withMarket(embeddedMarketData)
    const edgar =
      filingsContact === null ? null : createEdgar(filingsContact, { ...given, fetch: fetchFor('EDGAR') })
    // Loaded only if used: importing its package takes 50 ms.
    const openYahoo = async () => {
      const { createYahooMarketData } = await import('./sources/yahoo/yahoo.ts')
      return createYahooMarketData(open('Yahoo'))
    }
    if (marketData === 'yahoo') return { ...withMarket(await openYahoo()), edgar }
    const nasdaq = createNasdaq(open('Nasdaq'))
    const { listFunds } = nasdaq
    if (marketData === 'nasdaq') return { ...withMarket(nasdaq.market), listFunds, edgar }
    const nameBefore = embeddedMarketData.name
    const isLive = ((await readMeta(db, 'market-data')) ?? nameBefore) !== nameBefore
    const market = createLiveMarketData(
      [
        { ...(await openYahoo()), hasSplits: true },
        { ...nasdaq.market, hasSplits: false }
      ],
      { clock: given.clock ?? (() => new Date()), log },
      { isLive, nameBefore }
    )
    const { second: secondSource } = nasdaq
    return { ...withMarket(market), secondSource, listFunds, edgar, connect: market.connect }
  }
}

/** Sites on which payments are announced first; none without live market data. */
export function openAnnouncements(
  { marketData, announcements, siteUrl, contactEmail }: SourceSettings,
  partsFor: (source: string) => Partial<FetchParts> = () => ({})
): AnnouncementSource[] {
  if (!announcements || marketData === 'embedded') return []
  const contact = contactOf({ siteUrl, contactEmail })
  return [
    createCboeNotices(contact, partsFor('Cboe')),
    createYieldMaxReleases(contact, partsFor('GlobeNewswire'))
  ]
}

/** Reader of issuers' files with daily holdings; null without live market data. */
export function openHoldingsReader(
  settings: SourceSettings,
  partsFor: (source: string) => Partial<FetchParts> = () => ({})
): TextReader | null {
  if (!settings.archive || settings.marketData === 'embedded') return null
  return createTextReader('Roundhill', contactOf(settings), partsFor('Roundhill'))
}

/** Names the operator in requests. */
function contactOf({ siteUrl, contactEmail }: Pick<SourceSettings, 'siteUrl' | 'contactEmail'>): string {
  return `Doubloon (${siteUrl}; ${contactEmail})`
}

function countRequests(fetchCounted: OpenParts['fetchFor']) {
  const sent: Record<string, number> = {}
  const fetchFor = (source: string): typeof fetch => {
    const send = fetchCounted(source)
    return (input, init) => {
      sent[source] = (sent[source] ?? 0) + 1
      return send(input, init)
    }
  }
  return { fetchFor, requestsSent: () => ({ ...sent }) }
}

/** Delays after failures: a network that comes up later is detected soon, one that never does costs little. */
const retriesMs = [10, 20, 40, 80, 160, 320, 600].map((seconds) => seconds * 1000)

/**
 * Tries to reach a live source, with growing delays until one responds.
 * @param onLive is called once if the market was not live before
 */
export function keepConnecting(
  { market, connect }: Pick<Sources, 'market' | 'connect'>,
  onLive: () => void,
  delaysMs: readonly number[] = retriesMs
): { firstAttempt: Promise<unknown>; stop: () => void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  async function attempt(failures: number): Promise<void> {
    if (connect === null) return
    if (await connect()) onLive()
    else if (!isStopped)
      timer = setTimeout(
        () => void attempt(failures + 1),
        delaysMs[Math.min(failures, delaysMs.length - 1)]
      ).unref()
  }
  return {
    firstAttempt: market.isLive ? Promise.resolve() : attempt(0),
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    }
  }
}

/** Sources of a service with one given market. */
export function withMarket(market: MarketData): Sources {
  return {
    market,
    secondSource: null,
    announcements: [],
    listFunds: null,
    edgar: null,
    holdingsReader: null,
    connect: null
  }
}
