import { sql } from 'kysely'
import pg from 'pg'
import { type CommitNotice, createCommitNotice } from '../platform/database/commit-notices.ts'
import { isPostgres } from '../platform/database/dialect.ts'
import { findLocation } from '../platform/database/open.ts'
import type { Db } from '../platform/database/schema.ts'

/** PostgreSQL keeps the channels of its databases apart. */
const channel = 'doubloon_pages'

/** Notices of this process. */
const pagesQueued = createCommitNotice()

/** Calls all listeners, in other processes too, once the transaction is committed. */
export async function announceAfterCommit(trx: Db): Promise<void> {
  pagesQueued.afterCommit(trx)
  if (isPostgres(trx)) await sql`select pg_notify(${channel}, '')`.execute(trx)
}

/** Calls the listeners of this process. For pages that another connection queued and committed. */
export const announceQueuedPages: CommitNotice['announce'] = pagesQueued.announce

/** Calls the listener after every transaction of this process that queued pages. */
export const onPagesQueued: CommitNotice['listen'] = pagesQueued.listen

/**
 * Calls the listener whenever any process may have queued pages; it must return at once and not throw.
 * @returns stops that
 */
export function watchPageLog(db: Db, listener: () => void): () => void {
  const stops = [onPagesQueued(db, listener)]
  if (isPostgres(db)) stops.push(listenForPages(findLocation(db), listener))
  return () => {
    for (const stop of stops) stop()
  }
}

/** Maximum time until a lost notification or a broken connection is detected. */
const pollMs = 5000
const reconnectAfterMs = 1000

/**
 * Calls `onNotice` on each notification, after each new connection, and every five seconds, because notifications are
 * lost while the connection is broken. Reconnects until it is stopped.
 * @returns stops that
 */
function listenForPages(url: string, onNotice: () => void): () => void {
  let isStopped = false
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: pollMs,
      query_timeout: pollMs,
      keepAlive: true
    })
    client = opened
    opened.on('notification', onNotice)
    opened.on('error', () => reconnect(opened))
    opened.on('end', () => reconnect(opened))
    try {
      await opened.connect()
      await opened.query(`listen ${channel}`)
      poll(opened)
    } catch {
      reconnect(opened)
    }
  }

  function poll(opened: pg.Client): void {
    if (client !== opened) return
    onNotice()
    timer = setTimeout(() => {
      opened.query('select 1').then(
        () => poll(opened),
        () => reconnect(opened)
      )
    }, pollMs).unref()
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
