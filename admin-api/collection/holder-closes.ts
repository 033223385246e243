import type { Logger } from 'pino'
import type { HolderCloses } from '../contract/holder-closes.ts'
import { addDays } from '../market-days/days.ts'
import { lastFinishedSession } from '../market-days/sessions.ts'
import type { IsoDay } from '../market-days/types.ts'
import { chunksOf, upsertRows } from '../platform/database/rows.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { Sources } from './open-sources.ts'
import { MarketDataError, maxSymbolsAtOnce } from './sources/market-data.ts'
import { sources } from './sources/register.ts'
import type { SourceSwitches } from './sources/source-switches.ts'
import type { SourceUse } from './sources/source-use.ts'

/** Days before the last session from which closes are requested: what stopped trading before is unknown. */
const daysBack = 10
/** Days without a request after which a symbol is forgotten. */
const keptDays = 7
/** After a failure nothing is requested for this long. */
const restMs = 5 * 60_000

export type HolderClosesParts = {
  db: Db
  clock: () => Date
  log: Logger
  switches: SourceSwitches
  use: Pick<SourceUse, 'read'>
  readCloses: Sources['readCloses']
}

/**
 * Last closes of symbols that visitors ask for. Each symbol is requested once a session for all visitors, with as many
 * others as the source takes; requests to the source wait for each other.
 * @returns reads closes; throws ApiError `unavailable` if they aren't offered, `source-failed` while the source is away
 */
export function createHolderCloses({ db, clock, log, switches, use, readCloses }: HolderClosesParts): {
  read: (symbols: readonly string[]) => Promise<HolderCloses>
} {
  let last: Promise<unknown> = Promise.resolve()
  let restingUntil = 0

  async function findKnown(symbols: readonly string[], session: IsoDay) {
    const rows = await db
      .selectFrom('holder_close')
      .select(['symbol', 'day', 'close'])
      .where('session', '=', session)
      .where('symbol', 'in', symbols)
      .execute()
    return new Map(rows.map((row) => [row.symbol, row]))
  }

  async function request(symbols: readonly string[], session: IsoDay): Promise<void> {
    const known = await findKnown(symbols, session)
    const missing = symbols.filter((symbol) => !known.has(symbol))
    if (missing.length === 0 || readCloses === null) return
    const { requests } = (await use.read()).closes
    const chunks = chunksOf(missing, maxSymbolsAtOnce)
    if (requests + chunks.length > (sources.closes.mostRequests ?? 0))
      throw new ApiError(
        'too-many-requests',
        'All closes of today were given out. Please try again tomorrow.'
      )
    if (clock().getTime() < restingUntil) throw away()
    for (const some of chunks) {
      const since = addDays(session, -daysBack)
      const closesOf = await readCloses(
        some.map((symbol) => ({ symbol: toYahooSymbol(symbol), since }))
      ).catch((error: unknown) => {
        if (!(error instanceof MarketDataError)) throw error
        restingUntil = clock().getTime() + Math.max(restMs, error.blockedForMs ?? 0)
        log.warn({ reason: error.message }, 'closes for holders could not be read')
        throw away()
      })
      const rows = some.map((symbol) => {
        const close = closesOf.get(toYahooSymbol(symbol))?.closes.at(-1)
        return { symbol, session, day: close?.date ?? null, close: close?.close ?? null }
      })
      await writeTransaction(db, async (trx) => {
        await upsertRows(trx, 'holder_close', ['symbol'], rows)
        await trx.deleteFrom('holder_close').where('session', '<', addDays(session, -keptDays)).execute()
      })
    }
  }

  return {
    read: async (symbols) => {
      await switches.refresh()
      if (readCloses === null || !switches.isOn('closes'))
        throw new ApiError('unavailable', 'Prices of other holdings are not available on this site.')
      const session = lastFinishedSession(clock())
      const turn = last.then(() => request(symbols, session))
      last = turn.catch(() => undefined)
      await turn
      const known = await findKnown(symbols, session)
      const closes = symbols.flatMap((symbol) => {
        const { day, close } = known.get(symbol) ?? { day: null, close: null }
        return day === null || close === null ? [] : [{ symbol, date: day, close }]
      })
      const found = new Set(closes.map(({ symbol }) => symbol))
      return { closes, unknown: symbols.filter((symbol) => !found.has(symbol)) }
    }
  }
}

/** 'BRK.B' is 'BRK-B' at Yahoo. */
function toYahooSymbol(symbol: string): string {
  return symbol.replace(/[./ ]/, '-')
}

function away(): ApiError {
  return new ApiError(
    'source-failed',
    'The source of prices is away. Please try again in a few minutes.',
    300
  )
}
