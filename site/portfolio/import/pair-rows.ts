import { lastTakenBack } from '../ledger/pair-transactions.ts'
import type { FileReversal, FileTrade, FileTransaction } from './file-reading.ts'
import type { RowEntry, RowResult } from './row-entry.ts'

/*
 * Rows of a file that belong together are imported together or reported together: both rows of a split, shares that
 * leave one account and arrive in another, a short sale and the purchase that covers it, a trade and the row that takes
 * it back. Pairs in different files meet in the ledger (`ledger/pair-transactions.ts`).
 */

/** Brokers book a reverse split out of the old CUSIP and into the symbol: both rows belong to the symbol. */
export function nameSplitRows(entries: readonly RowEntry[]): void {
  const splits = entries.filter(({ meaning, fault }) => meaning === 'split' && fault === undefined)
  const days = Map.groupBy(splits, ({ date, account }) => `${date} ${account}`)
  for (const rows of days.values()) {
    const named = rows.filter(({ symbol }) => !isCusip(symbol))
    const pairs = rows
      .filter(({ symbol }) => isCusip(symbol))
      .flatMap((unnamed, place) =>
        named.map((row, namedPlace) => ({
          unnamed,
          row,
          isOpposite: (row.shares ?? 0) * (unnamed.shares ?? 0) < 0,
          // With equal names the first goes with the first.
          likeness: likenessOf(unnamed, row) - Math.abs(place - namedPlace) / (rows.length + 1)
        }))
      )
      .filter(({ isOpposite }) => isOpposite)
      .sort((a, b) => b.likeness - a.likeness)
    const paired = new Set<RowEntry>()
    for (const { unnamed, row } of pairs) {
      if (paired.has(unnamed) || paired.has(row)) continue
      paired.add(unnamed).add(row)
      unnamed.symbol = row.symbol
    }
    for (const row of rows)
      if (isCusip(row.symbol))
        row.fault = `The row with the new shares of this split is missing. ${addChange}`
  }
}

/** Next step for a change in shares that a row can't say. The form also takes funds that came from a file. */
export const addChange = 'Enter the change in shares with “Add a transaction”, as a split or a correction.'

/** Number of words that the names of two rows begin with; a row that names the CUSIP of the other is most alike. */
function likenessOf(unnamed: RowEntry, row: RowEntry): number {
  if (`${row.action} ${row.description}`.includes(unnamed.symbol)) return Number.POSITIVE_INFINITY
  const words = row.description.split(' ')
  return unnamed.description.split(' ').findIndex((word, index) => word !== words[index])
}

export function isCusip(symbol: string): boolean {
  return /^[0-9][0-9A-Z]{8}$/.test(symbol)
}

type Row = { entry: RowEntry; result: RowResult }

/** Reports rows whose other half can't be imported or isn't in the file. */
export function reportHalves(
  entries: readonly RowEntry[],
  results: readonly RowResult[],
  line: (index: number) => string
): RowResult[] {
  const rows = entries.map((entry, index): Row => ({ entry, result: results[index] as RowResult }))
  const broken = rows.flatMap((row, index) => (isBrokenMove(row) ? [{ ...row, line: line(index) }] : []))
  const used = new Set<Row>()
  return rows.map(({ entry, result }): RowResult => {
    if (result.kind !== 'read') return result
    if (movesShares(entry)) {
      if (rows.some((other) => other.entry !== entry && isOtherHalf(entry, other)))
        return { kind: 'read', transactions: result.transactions.map(asWhole) }
      const thousandfold = rows.findIndex(({ entry: row }) => isThousandfold(entry, row))
      if (thousandfold >= 0)
        return {
          kind: 'problem',
          reason: `It and ${line(thousandfold)} are one move, but one number of shares is a thousand times the other: a decimal mark is wrong in one of them. Correct it in the file and import it again.`
        }
      const other = broken.find((row) => mayBeOtherHalf(entry, row.entry))
      const noun = entry.meaning === 'split' ? 'split' : 'move of shares'
      if (other !== undefined)
        return {
          kind: 'problem',
          reason: `It belongs to ${other.line}, which can’t be imported, so this half of the ${noun} isn’t either. ${addChange}`
        }
    } else if (entry.meaning === 'buy' || entry.meaning === 'trade') {
      const short = broken.find((row) => !used.has(row) && mayBeCovered(entry, row.entry))
      if (short === undefined) return result
      used.add(short)
      return {
        kind: 'problem',
        reason: `It may cover the short sale in ${short.line}, which can’t be imported, so this purchase isn’t either. If it doesn’t, enter it with “Add a transaction”.`
      }
    }
    return result
  })
}

function asWhole({ isHalf: _, ...transaction }: FileTransaction): FileTransaction {
  return transaction
}

function movesShares({ meaning }: RowEntry): boolean {
  return (
    meaning === 'split' ||
    meaning === 'transfer' ||
    meaning === 'transfer-in' ||
    meaning === 'transfer-out' ||
    meaning === 'correction'
  )
}

/** A damaged row, or one with shares and an action that isn't known or can't be imported. */
function isBrokenMove({ entry, result }: Row): boolean {
  if (result.kind !== 'problem') return false
  if (entry.text !== undefined) return true
  const hasShares = entry.shares !== null && entry.shares !== 0
  return (
    hasShares &&
    (movesShares(entry) || isShort(entry) || entry.meaning === undefined || entry.meaning === 'by-hand')
  )
}

function signedShares({ meaning, shares }: RowEntry): number {
  return meaning === 'transfer-out' ? -Math.abs(shares ?? 0) : (shares ?? 0)
}

/** A row that was read and moves the shares in the other direction. */
function isOtherHalf(entry: RowEntry, { entry: other, result }: Row): boolean {
  const [shares, others] = [signedShares(entry), signedShares(other)]
  return (
    result.kind === 'read' &&
    movesShares(other) &&
    (other.meaning === 'split') === (entry.meaning === 'split') &&
    other.symbol === entry.symbol &&
    other.date === entry.date &&
    (entry.meaning !== 'split' || other.account === entry.account) &&
    (entry.meaning === 'split' ? shares * others < 0 : Math.abs(shares + others) < 1e-6)
  )
}

/** Whether the other row moves the same digits of shares of the fund in the other direction, with another decimal mark. */
function isThousandfold(entry: RowEntry, other: RowEntry): boolean {
  if (entry.meaning === 'split' || other.meaning === 'split' || !movesShares(other)) return false
  const [shares, others] = [signedShares(entry), signedShares(other)]
  const isSame = entry.symbol === other.symbol && entry.date === other.date
  return isSame && Math.abs(Math.min(shares / others, others / shares) + 1000) < 1e-6
}

function mayBeOtherHalf(entry: RowEntry, other: RowEntry): boolean {
  if (other.meaning === 'split' && entry.meaning !== 'split') return false
  if (other.text !== undefined) {
    // Any one cell of a damaged row may be lost.
    const signs = [
      other.text.includes(entry.symbol) || /\b[0-9][0-9A-Z]{7}\d\b/.test(other.text),
      other.text.includes(entry.dayText),
      other.text.includes(entry.action.slice(0, 8))
    ]
    return signs.filter((isFound) => isFound).length > 1
  }
  const isNearby = other.date === null || other.date === entry.date
  const [shares, others] = [signedShares(entry), signedShares(other)]
  const isSameFund =
    other.symbol === entry.symbol ||
    other.symbol === '' ||
    isCusip(other.symbol) ||
    other.description.includes(entry.symbol)
  // The sign of a split's row may be what is wrong with it.
  const isOpposite =
    Number.isNaN(others) ||
    (entry.meaning === 'split'
      ? other.meaning === 'split' || shares * others < 0
      : Math.abs(shares + others) < 1e-6)
  return isSameFund && isOpposite && isNearby
}

function isShort({ meaning, action, text }: RowEntry): boolean {
  return meaning === 'sell-short' || (meaning === undefined && /\bshort\b/i.test(text ?? action))
}

function mayBeCovered(entry: RowEntry, short: RowEntry): boolean {
  if (!isShort(short) || (entry.shares ?? 0) <= 0) return false
  if (short.text !== undefined) return short.text.includes(entry.symbol)
  const isSameSize = Number.isNaN(short.shares) || Math.abs(short.shares ?? 0) === entry.shares
  return (
    short.symbol === entry.symbol &&
    short.account === entry.account &&
    isSameSize &&
    (short.date === null || entry.date === null || entry.date >= short.date)
  )
}

/** A row that takes back a trade, and what the same row booked as payments. */
export type ReversalRow = { kind: 'reversal'; trade: FileTrade; payments: FileTransaction[] }

const canceled: RowResult = { kind: 'skipped', action: 'Canceled trades' }

/** Removes trades that other rows take back; `reversals` also has those whose trade isn't in the file. */
export function takeBack(results: readonly (RowResult | ReversalRow)[]): {
  results: RowResult[]
  /** By index of their rows. */
  reversals: ReadonlyMap<number, Omit<FileReversal, 'line' | 'text'>>
} {
  const open = new Set(
    results.flatMap((result) => (result.kind === 'read' ? result.transactions.filter(isFileTrade) : []))
  )
  const undone = new Set<FileTransaction>()
  const reversals = new Map<number, Omit<FileReversal, 'line' | 'text'>>()
  const remaining = results.map((result, index): RowResult => {
    if (result.kind !== 'reversal') return result
    const { trade, payments } = result
    const ofFund = [...open].filter(({ symbol }) => symbol === trade.symbol)
    const original = lastTakenBack(trade, ofFund)
    if (original === undefined) {
      reversals.set(index, { trade, payments })
      return { kind: 'read', transactions: [] }
    }
    open.delete(original)
    undone.add(original)
    reversals.set(index, { trade, payments: [], original })
    return payments.length > 0 ? { kind: 'read', transactions: payments } : canceled
  })
  return {
    reversals,
    results: remaining.map((result) => {
      if (result.kind !== 'read' || !result.transactions.some((booking) => undone.has(booking))) return result
      const transactions = result.transactions.filter((booking) => !undone.has(booking))
      return transactions.length > 0 ? { kind: 'read', transactions } : canceled
    })
  }
}

function isFileTrade(transaction: FileTransaction): transaction is FileTrade {
  return 'price' in transaction
}
