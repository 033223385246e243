import type { Logger } from 'pino'
import { type CollectedChart, type MarketData, MarketDataError, UnknownFundError } from './market-data.ts'
import { isServerError, serverErrorsUntilDown } from './rate-limited-fetch.ts'

/**
 * A refusing or unreachable source is not queried for at least this long: longer than a collection of all funds takes,
 * and less than any pause of the collection.
 */
const shortestRestMs = { refused: 30 * 60_000, unreachable: 4 * 60_000 }
/** Figures of a longer span need a source that reports splits. */
const longestWithoutSplitsDays = 400
const dayMs = 86_400_000

export type LiveMarketData = MarketData & {
  /** Tries all sources at once, unless one has responded before. @returns whether the product is live */
  connect: () => Promise<boolean>
}

/**
 * `hasSplits`: whether the source reports splits, so that a full history from it is on one share basis. `isOn`: whether the
 * operator lets it be requested; absent: always.
 */
export type LiveSource = MarketData & { hasSplits: boolean; isOn?: () => boolean }

const allOff = 'All sources of market data are switched off under Settings, Sources.'

type Parts = { clock: () => Date; log: Logger }

/**
 * Market data of the first source that responds, in order of preference. Each response names its source. Before any
 * source has responded, the data is not live.
 * @param isLive whether the database already has figures of a live source
 */
export function createLiveMarketData(
  allSources: readonly LiveSource[],
  { clock, log }: Parts,
  { isLive: wasLive, nameBefore }: { isLive: boolean; nameBefore: string }
): LiveMarketData {
  const restingUntil = new Map<LiveSource, { until: number; error: MarketDataError }>()
  const serverErrors = new Map<LiveSource, number>()
  const findOn = () => allSources.filter(({ isOn }) => isOn?.() !== false)
  let isLive = wasLive
  let answered: LiveSource | null = null

  function restOf(source: LiveSource): MarketDataError | null {
    const rest = restingUntil.get(source)
    return rest !== undefined && clock().getTime() < rest.until ? rest.error : null
  }

  function noteFailure(source: LiveSource, failure: MarketDataError): void {
    const error = isBroken(source, failure)
      ? new MarketDataError(failure.message, { cause: failure, isUnreachable: true })
      : failure
    if (error.blockedForMs === null && !error.isUnreachable) return
    const shortest = error.isUnreachable ? shortestRestMs.unreachable : shortestRestMs.refused
    const until = clock().getTime() + Math.max(shortest, error.blockedForMs ?? 0)
    restingUntil.set(source, { until, error })
    if (isLive) log.warn({ reason: error.message }, `${source.name}: the next source stands in`)
  }

  /** Whether this is one of several server errors in a row. */
  function isBroken(source: LiveSource, error: MarketDataError): boolean {
    if (!isServerError(error)) return false
    const count = (serverErrors.get(source) ?? 0) + 1
    serverErrors.set(source, count)
    return count >= serverErrorsUntilDown
  }

  function noteAnswer(source: LiveSource): void {
    isLive = true
    serverErrors.delete(source)
    answered = source
    restingUntil.delete(source)
  }

  /** The response of the first source that has one. @throws the error of the preferred source */
  async function queryInOrder<Answer>(
    among: readonly LiveSource[],
    query: (source: LiveSource) => Promise<Answer>
  ): Promise<Answer> {
    let failure: MarketDataError | null = null
    let unknown: UnknownFundError | null = null
    for (const source of among) {
      const resting = restOf(source)
      if (resting !== null) {
        failure ??= resting
        continue
      }
      try {
        const answer = await query(source)
        noteAnswer(source)
        return answer
      } catch (error) {
        if (error instanceof UnknownFundError) {
          noteAnswer(source)
          unknown ??= error
          // A source that lists the fund may follow, but a working preferred source decides.
          if (failure === null) break
        } else if (error instanceof MarketDataError) {
          noteFailure(source, error)
          failure ??= error
        } else throw error
      }
    }
    if (unknown !== null && failure === null) throw unknown
    throw failure ?? new MarketDataError(findOn().length === 0 ? allOff : 'No source has this figure.')
  }

  const queryPreferred = <Answer>(query: (source: LiveSource) => Promise<Answer>) =>
    queryInOrder(findOn().slice(0, 1), query)

  return {
    get name() {
      const on = findOn()
      const source = answered !== null && on.includes(answered) ? answered : on[0]
      return isLive && source !== undefined ? source.name : nameBefore
    },
    get isLive() {
      return isLive && findOn().length > 0
    },
    collectFund: (symbol, since, formerSymbols) => {
      const isLong = Date.parse(since) < clock().getTime() - longestWithoutSplitsDays * dayMs
      const on = findOn()
      const able = on.filter(({ hasSplits }) => hasSplits || !isLong)
      return queryInOrder(able, async (source): Promise<CollectedChart> => {
        const chart = await source.collectFund(symbol, since, formerSymbols)
        return { ...chart, sourceName: source.name, ...(source !== on[0] && { isStandIn: true }) }
      })
    },
    collectVolatility: (symbol) => queryPreferred((source) => source.collectVolatility(symbol)),
    collectAtTheMoney: (symbol) =>
      queryPreferred(async (source) => (await source.collectAtTheMoney?.(symbol)) ?? null),
    collectCloses: (symbol, since) =>
      queryPreferred(async (source) => {
        if (source.collectCloses === undefined) throw new MarketDataError('No source has these closes.')
        return source.collectCloses(symbol, since)
      }),
    collectManyCloses: (wanted) =>
      queryPreferred(async (source) => (await source.collectManyCloses?.(wanted)) ?? new Map()),
    check: () => queryInOrder(findOn(), (source) => source.check()),
    connect: async () => {
      const on = findOn()
      if (isLive) return on.length > 0
      const checks = on.map(async (source) => {
        await source.check()
        return source
      })
      // The first to respond decides; the order of preference applies to figures only.
      const first = await Promise.any(checks).catch(() => null)
      if (first !== null) noteAnswer(first)
      return first !== null
    }
  }
}
