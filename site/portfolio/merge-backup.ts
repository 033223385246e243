import { type CurrentSymbols, matchTransactions } from './ledger/match-transactions.ts'
import type { Transaction } from './ledger/transaction.ts'
import type { ImportedFile, Portfolio } from './stored-portfolio.ts'

/** What a backup brings to a portfolio. */
export type MergedBackup = {
  /** New transactions, and those that replace the one with the same id. */
  transactions: Transaction[]
  imports: ImportedFile[]
  added: number
  changed: number
  /** Transactions of the backup that the portfolio has already, perhaps from a file imported on another device. */
  equal: number
}

/**
 * Compares by content, because the same file imported on two devices has other ids. Each transaction is added as often as
 * it is missing. The same id is the same transaction as of another time: that of the backup wins. Of two equal bookings
 * of which one was edited, the edited one wins.
 */
export function mergeBackup(portfolio: Portfolio, backup: Portfolio, symbols: CurrentSymbols): MergedBackup {
  const own = new Map(portfolio.transactions.map((one) => [one.id, one]))
  const inBackup = new Set(backup.transactions.map(({ id }) => id))
  const matcher = matchTransactions(
    portfolio.transactions.filter(({ id }) => !inBackup.has(id)),
    symbols
  )
  const merged: MergedBackup = { transactions: [], imports: [], added: 0, changed: 0, equal: 0 }
  /** Ids here by ids in the backup. */
  const ids = new Map<string, string>()
  const put = (transaction: Transaction, existing: Transaction) => {
    const { importId: _, ...next } = transaction
    const { importId } = existing
    merged.transactions.push({ ...next, id: existing.id, ...(importId !== undefined && { importId }) })
    merged.changed += 1
  }
  for (const transaction of backup.transactions) {
    const same = own.get(transaction.id)
    if (same !== undefined) {
      const isEqual = JSON.stringify(same) === JSON.stringify(transaction)
      merged.transactions.push(transaction)
      merged[isEqual ? 'equal' : 'changed'] += 1
      continue
    }
    const equal = matcher.takeEqual(transaction) ?? matcher.takeFromFile(transaction)
    const byHand = equal === undefined ? matcher.takeByHand(transaction) : undefined
    const existing = equal ?? byHand
    if (existing === undefined) {
      merged.transactions.push(transaction)
      merged.added += 1
      continue
    }
    ids.set(transaction.id, existing.id)
    const isEditedThere = transaction.source !== undefined && existing.source === undefined
    if (byHand !== undefined || isEditedThere) put(transaction, existing)
    else merged.equal += 1
  }
  merged.transactions = merged.transactions.map((one) =>
    'lots' in one && one.lots !== undefined
      ? { ...one, lots: one.lots.map((lot) => ({ ...lot, id: ids.get(lot.id) ?? lot.id })) }
      : one
  )
  const brought = new Set(merged.transactions.flatMap(({ importId }) => importId ?? []))
  merged.imports = (backup.imports ?? []).filter(({ id }) => brought.has(id))
  return merged
}
