import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Db } from '../platform/database/schema.ts'
import { readJson, writeJsonDurably } from '../platform/files/durable-file.ts'
import { findLogEnds, readPageChanges } from './page-log.db.ts'
import { watchPageLog } from './page-notices.ts'
import { createWaitingPages, type PageType, type WaitingCount, type WaitingPage } from './waiting-pages.ts'

const maxChangesPerRead = 10_000
const saveIntervalMs = 1000

/** Pages that this instance has not rendered yet: the page log after the instance's cursor. */
export type PageQueue = {
  /** Reads new changes from the log. @throws when the database does not answer */
  catchUp: () => Promise<void>
  /** Like catchUp, but does nothing while the database does not answer. Never rejects. */
  catchUpForVisitor: () => Promise<void>
  /** Pages that go first, newest first; then the others, oldest first. */
  list: (type: PageType) => WaitingPage[]
  find: (path: string, type: PageType) => WaitingPage | null
  /** @throws when the database does not answer */
  count: (overdue: Date) => Promise<WaitingCount>
  /** Removes a rendered page, and saves the cursor once per second. */
  markRendered: (page: WaitingPage) => Promise<void>
  /** Saves the cursor if it changed. Never rejects: without it the next start only renders more pages. */
  saveCursor: () => Promise<void>
  /** Whether the log still contains all changes after the saved cursor. */
  canResume: () => Promise<boolean>
  /** Clears the queue and moves the cursor to the end of the log. */
  skipToEnd: () => Promise<void>
  /** Queues pages on this instance only. Once it resolves, a killed process loses none of them. */
  addAll: (paths: readonly string[], now: Date) => Promise<void>
  /**
   * Calls the listener whenever the log may have new changes. The listener must return at once and not throw.
   * @returns stops that
   */
  onChange: (listener: () => void) => () => void
}

export function createPageQueue(parts: { db: Db; siteDir: string; log: Logger }): PageQueue {
  const { db, siteDir, log } = parts
  const waiting = createWaitingPages()
  /** Number of the last change that was read; null until the saved cursor was read. */
  let lastChange: number | null = null
  /** The log may have changes after the cursor. */
  let isBehind = true
  let isUnreadable = false
  let reading: Promise<void> | null = null
  /** The cursor differs from the saved one. */
  let isUnsaved = false
  let isUnwritable = false
  let savedAt = performance.now()
  let saving: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()
  let stopListening = () => {}

  async function loadCursor(): Promise<number> {
    const saved = await readCursor(siteDir)
    for (const path of saved?.waiting ?? []) waiting.add(path, new Date(), { isUnservable: true })
    return saved?.change ?? 0
  }

  async function read(): Promise<void> {
    try {
      lastChange ??= await loadCursor()
      while (isBehind) {
        isBehind = false
        const changes = await readPageChanges(db, lastChange, maxChangesPerRead)
        for (const { id, path, queued_at, goes_first } of changes) {
          waiting.add(path, new Date(queued_at), { goesFirst: goes_first === 1 })
          lastChange = id
          isUnsaved = true
        }
        if (changes.length === maxChangesPerRead) isBehind = true
      }
      isUnreadable = false
    } catch (error) {
      isBehind = true
      isUnreadable = true
      throw error
    } finally {
      reading = null // Synchronously after the last read, so that no call joins a read that has ended.
    }
  }

  function catchUp(): Promise<void> {
    // Without listeners nothing sets isBehind, so each call must read, even during another read.
    if (listeners.size === 0) isBehind = true
    if (!isBehind && reading === null) return Promise.resolve()
    reading ??= read()
    return reading
  }

  /** Saves the cursor, one write after the other. */
  function write(): Promise<void> {
    saving = saving
      .catch(() => undefined)
      .then(async () => {
        if (!isUnsaved || lastChange === null) return
        isUnsaved = false
        savedAt = performance.now()
        try {
          await writeCursor(siteDir, { change: lastChange, waiting: waiting.paths() })
          isUnwritable = false
        } catch (error) {
          isUnsaved = true
          throw error
        }
      })
    return saving
  }

  async function saveCursor(): Promise<void> {
    try {
      await write()
    } catch (error) {
      if (!isUnwritable) log.error({ err: error }, 'the page cursor could not be written; it will be retried')
      isUnwritable = true
    }
  }

  return {
    catchUp,
    catchUpForVisitor: async () => {
      if (!isUnreadable) await catchUp().catch(() => undefined)
    },
    list: waiting.list,
    find: waiting.find,
    count: async (overdue: Date) => {
      await catchUp()
      return waiting.count(overdue)
    },
    markRendered: async (page: WaitingPage) => {
      waiting.remove(page)
      isUnsaved = true
      if (performance.now() - savedAt > saveIntervalMs) await saveCursor()
    },
    saveCursor,
    canResume: async () => {
      const saved = await readCursor(siteDir)
      const { first, last } = await findLogEnds(db)
      return saved !== null && saved.change >= first - 1 && saved.change <= last
    },
    skipToEnd: async () => {
      const { last } = await findLogEnds(db)
      waiting.clear()
      lastChange = last
      isUnsaved = true
    },
    addAll: async (paths: readonly string[], now: Date) => {
      for (const path of paths) waiting.add(path, now, { isUnservable: true })
      isUnsaved = true
      await write()
    },
    onChange: (listener: () => void) => {
      if (listeners.size === 0) {
        isBehind = true // Earlier changes were not announced to this queue.
        stopListening = watchPageLog(db, () => {
          isBehind = true
          for (const each of listeners) each()
        })
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stopListening()
      }
    }
  }
}

/**
 * Position of a site's files in the page log: all changes up to `change` are rendered, except the paths in `waiting`. It
 * is saved among the files, so that it is copied, moved and lost with them.
 */
export type PageCursor = { change: number; waiting: readonly string[] }

/** Null if there is no readable cursor. */
export function readCursor(siteDir: string): Promise<PageCursor | null> {
  return readJson(cursorFileIn(siteDir))
}

export function writeCursor(siteDir: string, cursor: PageCursor): Promise<void> {
  return writeJsonDurably(cursorFileIn(siteDir), cursor)
}

/** The server sends no hidden files. */
function cursorFileIn(siteDir: string): string {
  return join(siteDir, '.place.json')
}
