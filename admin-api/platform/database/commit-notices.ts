import type { Db } from './schema.ts'
import { afterCommit } from './write-transaction.ts'

/** Tells this process that a transaction of some kind was committed. */
export type CommitNotice = {
  /** Calls all listeners once the transaction is committed. */
  afterCommit: (trx: Db) => void
  /** Calls all listeners now. For transactions that another connection committed. */
  announce: (db: Db) => void
  /**
   * Adds a listener for a database; it must return at once and not throw.
   * @returns removes it
   */
  listen: (db: Db, listener: () => void) => () => void
}

export function createCommitNotice(): CommitNotice {
  /** Listeners for each open database. */
  const listenersOf = new WeakMap<Db, Set<() => void>>()
  const announce = (db: Db) => {
    for (const listener of listenersOf.get(db) ?? []) listener()
  }
  return {
    afterCommit: (trx) => afterCommit(trx, announce),
    announce,
    listen: (db, listener) => {
      const listeners = listenersOf.get(db) ?? new Set()
      listenersOf.set(db, listeners.add(listener))
      return () => void listeners.delete(listener)
    }
  }
}
