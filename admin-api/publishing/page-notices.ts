import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../platform/database/schema.ts'
import { isPostgres } from '../platform/database/dialect/is-postgres.ts'

/** Of this database alone: PostgreSQL keeps the channels of its databases apart. */
const channel = 'doubloon_pages'

/** Wakes all processes that listen when the transaction is committed; within one process there is nothing to send. */
export async function notifyOfPages(db: Kysely<Database>): Promise<void> {
  if (isPostgres(db)) await sql`select pg_notify(${channel}, '')`.execute(db)
}

/** How long a notice that was lost may stay unnoticed, and a broken connection too. */
const lookEveryMs = 5000
const reconnectAfterMs = 1000

/**
 * Calls `onNotice` when another process has queued pages: on each notice, after each new connection, and every five seconds,
 * because a notice that comes while the connection is broken is lost. Keeps connecting for as long as it takes.
 * @returns ends that.
 */
export function listenForPages(url: string, onNotice: () => void): () => void {
  let isStopped = false
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: lookEveryMs,
      query_timeout: lookEveryMs,
      keepAlive: true
    })
    client = opened
    opened.on('notification', onNotice)
    opened.on('error', () => reconnect(opened))
    opened.on('end', () => reconnect(opened))
    try {
      await opened.connect()
      await opened.query(`listen ${channel}`)
      look(opened)
    } catch {
      reconnect(opened)
    }
  }

  function look(opened: pg.Client): void {
    if (client !== opened) return
    onNotice()
    timer = setTimeout(() => {
      opened.query('select 1').then(
        () => look(opened),
        () => reconnect(opened)
      )
    }, lookEveryMs).unref()
  }

  function reconnect(broken: pg.Client): void {
    if (client !== broken) return
    client = null
    clearTimeout(timer)
    broken.end().catch(() => undefined)
    if (!isStopped) timer = setTimeout(() => void connect(), reconnectAfterMs).unref()
  }

  void connect()
  return () => {
    isStopped = true
    if (client === null) clearTimeout(timer)
    else reconnect(client)
  }
}
