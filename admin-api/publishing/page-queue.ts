import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { findLogEnds, readPageChanges } from './page-log.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { watchPageLog } from './watch-page-log.ts'
import { readPlace, writePlace } from './place-file.ts'
import { createWaitingPages, type PageType, type WaitingCount, type WaitingPage } from './waiting-pages.ts'

/** What this node has still to draw: the log of changed pages from its own place on. */
export type PageQueue = {
  /** Reads what has come into the log. @throws when the database does not answer */
  catchUp: () => Promise<void>
  /** As catchUp where something may have come, and nothing while the database does not answer. Never rejects. */
  lookForVisitor: () => Promise<void>
  list: (type: PageType) => WaitingPage[]
  find: (path: string, type: PageType) => WaitingPage | null
  /** @throws when the database does not answer */
  count: (overdue: Date) => Promise<WaitingCount>
  /** The page is drawn as it is in the database; once a second the place is written. */
  markDrawn: (page: WaitingPage) => Promise<void>
  /** Writes the place beside the files, where it is another one. Never rejects: the next start only draws more again. */
  savePlace: () => Promise<void>
  /** Whether the log still has all that came after the place. */
  isInReach: () => Promise<boolean>
  /** For files that know nothing of this log: begins at its end, and nothing waits. */
  beginAtEnd: () => Promise<void>
  /** Draws these anew on this node, whatever the log says; once it resolves, no kill forgets that. */
  addAll: (paths: readonly string[], now: Date) => Promise<void>
  /**
   * Calls the listener whenever something may have come into the log; it must return at once and not throw.
   * @returns ends that.
   */
  onChange: (listener: () => void) => () => void
}

const entriesAtOnce = 10_000
const saveEveryMs = 1000

export function createPageQueue({
  db,
  siteDir,
  log
}: {
  db: Kysely<Database>
  siteDir: string
  log: Logger
}): PageQueue {
  const waiting = createWaitingPages()
  /** Null until it was read. */
  let place: number | null = null
  /** Something may be in the log after the place. */
  let isBehind = true
  let isUnreadable = false
  let reading: Promise<void> | null = null
  /** The place file says something else. */
  let isUnsaved = false
  let isUnwritable = false
  let savedAt = performance.now()
  let saving: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()
  let stopListening = () => {}

  async function loadPlace(): Promise<number> {
    const known = await readPlace(siteDir)
    for (const path of known?.waiting ?? []) waiting.add(path, new Date(), { isForeign: true })
    return known?.change ?? 0
  }

  async function read(): Promise<void> {
    try {
      place ??= await loadPlace()
      while (isBehind) {
        isBehind = false
        const changes = await readPageChanges(db, place, entriesAtOnce)
        for (const { id, path, queued_at, goes_first } of changes) {
          waiting.add(path, new Date(queued_at), { goesFirst: goes_first === 1 })
          place = id
          isUnsaved = true
        }
        if (changes.length === entriesAtOnce) isBehind = true
      }
      isUnreadable = false
    } catch (error) {
      isBehind = true
      isUnreadable = true
      throw error
    } finally {
      reading = null // In the same turn as the last look, so that no call falls between.
    }
  }

  function catchUp(): Promise<void> {
    // Where nobody listens, each call must look; so must a read that is under way.
    if (listeners.size === 0) isBehind = true
    if (!isBehind && reading === null) return Promise.resolve()
    reading ??= read()
    return reading
  }

  /** One after the other. */
  function write(): Promise<void> {
    saving = saving
      .catch(() => undefined)
      .then(async () => {
        if (!isUnsaved || place === null) return
        isUnsaved = false
        savedAt = performance.now()
        try {
          await writePlace(siteDir, { change: place, waiting: waiting.paths() })
          isUnwritable = false
        } catch (error) {
          isUnsaved = true
          throw error
        }
      })
    return saving
  }

  async function savePlace(): Promise<void> {
    try {
      await write()
    } catch (error) {
      if (!isUnwritable)
        log.error({ err: error }, 'the place in the log of pages could not be written; it is tried again')
      isUnwritable = true
    }
  }

  return {
    catchUp,
    lookForVisitor: async () => {
      if (!isUnreadable) await catchUp().catch(() => undefined)
    },
    list: waiting.list,
    find: waiting.find,
    count: async (overdue) => {
      await catchUp()
      return waiting.count(overdue)
    },
    markDrawn: async (page) => {
      waiting.remove(page)
      isUnsaved = true
      if (performance.now() - savedAt > saveEveryMs) await savePlace()
    },
    savePlace,
    isInReach: async () => {
      const known = await readPlace(siteDir)
      const { first, last } = await findLogEnds(db)
      return known !== null && known.change >= first - 1 && known.change <= last
    },
    beginAtEnd: async () => {
      const { last } = await findLogEnds(db)
      waiting.clear()
      place = last
      isUnsaved = true
    },
    addAll: async (paths, now) => {
      for (const path of paths) waiting.add(path, now, { isForeign: true })
      isUnsaved = true
      await write()
    },
    onChange: (listener) => {
      if (listeners.size === 0) {
        isBehind = true // What came before is not heard of.
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
