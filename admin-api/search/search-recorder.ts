import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../platform/database/schema.ts'
import { insertSearches, type RecordedSearch } from './search-history.db.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { shortenAddress } from '../platform/http/client-address.ts'
import type { SearchRecorder } from '../services.ts'

const millisecondsKept = 500
const maxUserAgent = 300
/** While the database fails, further searches are dropped, so that memory does not fill up. */
const maxKept = 10_000

/** Counts searches without a visitor waiting for it: they are kept in memory and written together. */
export function createSearchRecorder(parts: {
  db: Kysely<Database>
  clock: () => Date
  log: Logger
}): SearchRecorder {
  let kept: RecordedSearch[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  async function writeKept(): Promise<void> {
    const batch = kept
    kept = []
    if (batch.length === 0) return
    try {
      await writeTransaction(parts.db, (trx) => insertSearches(trx, batch))
    } catch (error) {
      kept = [...batch, ...kept].slice(0, maxKept)
      parts.log.error({ err: error, searches: batch.length }, 'searches could not be recorded yet')
    }
  }

  /** One batch after the other, so that waiting for the last means that all are written. */
  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writing = writing.then(writeKept)
    return writing
  }

  return {
    record: ({ symbol, ip, userAgent }) => {
      if (kept.length >= maxKept) return
      kept.push({
        symbol,
        searched_at: parts.clock().toISOString(),
        ip_short: shortenAddress(ip),
        user_agent: userAgent.slice(0, maxUserAgent)
      })
      timer ??= setTimeout(flush, millisecondsKept)
    },
    flush
  }
}
