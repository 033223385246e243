import type { Logger } from 'pino'
import type { SourceId } from '../contract/sources.ts'
import { readMeta } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { createEdgar, type Edgar } from './sources/edgar/edgar.ts'
import { embeddedMarketData } from './sources/embedded.ts'
import type { AnnouncementSource } from './sources/html-page.ts'
import { createLiveMarketData } from './sources/live-market.ts'
import { type MarketData, MarketDataError, type SecondSource } from './sources/market-data.ts'
import { createNasdaq, type ExchangeFund } from './sources/nasdaq/nasdaq.ts'
import {
  createTextReader,
  type FetchParts,
  liveFetchParts,
  type TextReader
} from './sources/rate-limited-fetch.ts'
import { allSources, sources } from './sources/register.ts'
import { createPoliteFetch, readSiteRules } from './sources/robots/site-rules.ts'
import type { SourceSwitches } from './sources/source-switches.ts'
import type { SourceUse } from './sources/source-use.ts'

/** All sources that can be read with these settings. Whether one is read now is up to its switch. */
export type Sources = {
  market: MarketData
  secondSource: SecondSource | null
  /** Sites on which payments are announced first. */
  announcements: readonly AnnouncementSource[]
  /** All ETFs on US exchanges; null if no source with such a list is used. @throws MarketDataError */
  listFunds: (() => Promise<ExchangeFund[]>) | null
  /** Filings with the SEC; null without live market data. */
  edgar: Edgar | null
  /** Reads issuers' files with daily holdings; null without live market data. */
  holdingsReader: TextReader | null
  /** Last closes of symbols that no fund has; null without live market data of Yahoo. */
  readCloses: NonNullable<MarketData['collectManyCloses']> | null
  /** Requests to each source since the start, failed ones included. */
  requestsSent?: () => Record<string, number>
  /** Reads the robots.txt of interfaces that are on, once a day; it is only reported. */
  readRobots?: () => Promise<void>
  /** Tries to reach a live source; true as soon as figures are live. null: the source is fixed. */
  connect: (() => Promise<boolean>) | null
}

export type SourceSettings = {
  marketData: 'auto' | 'yahoo' | 'nasdaq' | 'embedded'
  siteUrl: string
  contactEmail: string
}

type OpenParts = {
  db: Db
  log: Logger
  switches: SourceSwitches
  use: Pick<SourceUse, 'countFetch'>
  /** A fetch that counts the requests of a source, by its label, in metrics. */
  fetchFor: (label: string) => FetchParts['fetch']
  /** Tests pass a clock and pauses that take no time. */
  given?: Partial<FetchParts>
}

/** The sources of a setting: `auto` is Yahoo with Nasdaq as stand-in and second opinion, a name pins that source. */
export async function openSources(
  settings: SourceSettings,
  { db, log, switches, use, fetchFor: fetchCounted, given = {} }: OpenParts
): Promise<Sources> {
  const { marketData, contactEmail } = settings
  const { fetchFor, requestsSent } = countRequests(fetchCounted)
  const parts: FetchParts = { ...liveFetchParts, ...given }
  const contact = contactOf(settings)
  const isOn = (id: SourceId) => () => switches.isOn(id)
  const open = (id: SourceId): Partial<FetchParts> => {
    const { label, robots } = sources[id]
    const counted = use.countFetch(id, fetchFor(label))
    const fetch =
      robots.treatment === 'obeyed' ? createPoliteFetch({ ...parts, db, contact }, counted) : counted
    return { ...given, fetch }
  }
  if (marketData === 'embedded') return withMarket(embeddedMarketData)
  const documents = {
    announcements: allSources.flatMap(({ id, announces }) => announces?.open(contact, open(id)) ?? []),
    holdingsReader: createTextReader('Roundhill', contact, open('roundhill')),
    edgar: createEdgar(contactEmail, open('edgar')),
    requestsSent,
    readRobots: async () => {
      for (const { id, label, robots } of allSources)
        if (robots.treatment === 'reported' && switches.isOn(id))
          for (const address of robots.addresses)
            await readSiteRules({ ...parts, db, contact }, new URL(address).origin, fetchFor(label))
    }
  }
  // Loaded only if used: importing its package takes 50 ms.
  const openYahoo = async (id: 'yahoo' | 'closes' = 'yahoo') => {
    const { createYahooMarketData } = await import('./sources/yahoo/yahoo.ts')
    return createYahooMarketData(open(id))
  }
  const openCloses = async () => (await openYahoo('closes')).collectManyCloses ?? null
  if (marketData === 'yahoo')
    return { ...withMarket(await openYahoo()), ...documents, readCloses: await openCloses() }
  const nasdaq = createNasdaq(open('nasdaq'))
  const listFunds = async () => {
    if (switches.isOn('nasdaq')) return nasdaq.listFunds()
    throw new MarketDataError('The list of all funds needs Nasdaq, which is switched off.')
  }
  if (marketData === 'nasdaq') return { ...withMarket(nasdaq.market), ...documents, listFunds }
  const nameBefore = embeddedMarketData.name
  const isLive = ((await readMeta(db, 'market-data')) ?? nameBefore) !== nameBefore
  const market = createLiveMarketData(
    [
      { ...(await openYahoo()), hasSplits: true, isOn: isOn('yahoo') },
      { ...nasdaq.market, hasSplits: false, isOn: isOn('nasdaq') }
    ],
    { clock: parts.clock, log },
    { isLive, nameBefore }
  )
  const secondSource = { ...nasdaq.second, isOn: isOn('nasdaq') }
  const readCloses = await openCloses()
  return { ...withMarket(market), ...documents, secondSource, listFunds, readCloses, connect: market.connect }
}

/** Names the operator in requests. */
export function contactOf({
  siteUrl,
  contactEmail
}: Pick<SourceSettings, 'siteUrl' | 'contactEmail'>): string {
  return `Doubloon (${siteUrl}; ${contactEmail})`
}

function countRequests(fetchCounted: OpenParts['fetchFor']) {
  const sent: Record<string, number> = {}
  const fetchFor = (label: string): typeof fetch => {
    const send = fetchCounted(label)
    return (input, init) => {
      sent[label] = (sent[label] ?? 0) + 1
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
    readCloses: null,
    connect: null
  }
}
