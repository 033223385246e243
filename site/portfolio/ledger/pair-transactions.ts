import { addDays, compareText, daysBetween } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { isTrade, type ShareChange, type Trade, type Transaction } from './transaction.ts'

/*
 * Transactions that belong together: a trade and what takes it back, shares that leave one account and arrive in
 * another, shares moved within an account, both rows of a split. Pairs may come from several files in any order, so
 * they are found among all stored transactions of a fund, never while a file is read.
 */

/** A transfer between two brokers takes up to two weeks, and so does cash for fractions. */
export const transferDays = 14
/** Shares below this are rounding errors of a broker. */
const leastShares = 1e-6

/** Transactions of one fund as they took effect. */
export type PairedTransactions = {
  /** Without trades that were taken back. A transfer out booked after the shares arrived is on the day of arrival. */
  effective: readonly Transaction[]
  /** Transactions that take back a trade that isn't there. */
  unmatched: readonly Trade[]
  /** Rows of equal and opposite moves within an account on one day, by their partner. */
  undone: ReadonlyMap<Transaction, Transaction>
}

/** @param transactions of one fund, in all accounts */
export function pairTransactions(transactions: readonly Transaction[]): PairedTransactions {
  const { kept, unmatched } = withoutCanceled(transactions)
  const undone = listUndone(kept)
  return { effective: moveTransfers(kept, undone), unmatched, undone }
}

type Cancelable = Pick<Trade, 'account' | 'symbol' | 'type' | 'date' | 'shares' | 'price'>

/** Whether `cancel` takes back `trade`: the same number of shares of an earlier day, at about its price. */
function takesBack(cancel: Cancelable, trade: Cancelable): boolean {
  const types = cancel.type === 'cancel-sell' ? ['sell'] : ['buy', 'reinvest']
  return (
    types.includes(trade.type) &&
    cancel.account === trade.account &&
    trade.date <= cancel.date &&
    Math.abs(cancel.shares - trade.shares) < leastShares &&
    (cancel.price === null ||
      trade.price === null ||
      Math.abs(cancel.price - trade.price) <= 0.01 * trade.price)
  )
}

/** The last trade that `cancel` takes back. */
export function lastTakenBack<Kind extends Cancelable>(
  cancel: Cancelable,
  trades: Iterable<Kind>
): Kind | undefined {
  let last: Kind | undefined
  for (const trade of trades)
    if (takesBack(cancel, trade) && (last === undefined || trade.date >= last.date)) last = trade
  return last
}

function isCancel(transaction: Transaction): transaction is Trade {
  return transaction.type === 'cancel-buy' || transaction.type === 'cancel-sell'
}

function withoutCanceled(transactions: readonly Transaction[]): { kept: Transaction[]; unmatched: Trade[] } {
  const cancels = transactions.filter(isCancel)
  if (cancels.length === 0) return { kept: [...transactions], unmatched: [] }
  const trades = new Set<Transaction>(transactions.filter((one) => !isCancel(one)))
  const unmatched = cancels
    .toSorted((a, b) => compareText(a.date, b.date))
    .filter((cancel) => {
      const trade = lastTakenBack(cancel, [...trades].filter(isTrade))
      return trade === undefined || !trades.delete(trade)
    })
  return { kept: [...trades], unmatched }
}

/** Transfers and corrections that another one of the same account and day reverses, so that no shares moved. */
function listUndone(transactions: readonly Transaction[]): ReadonlyMap<Transaction, Transaction> {
  const undone = new Map<Transaction, Transaction>()
  const waiting = new Map<string, Transaction[]>()
  for (const transaction of transactions) {
    const { account, date, type } = transaction
    if (type !== 'transfer-in' && type !== 'transfer-out' && type !== 'correction') continue
    const change = type === 'transfer-out' ? -transaction.shares : transaction.shares
    const keyOf = (shares: number) => [account, date, type === 'correction', shares.toFixed(6)].join('|')
    const opposite = waiting.get(keyOf(-change))?.pop()
    if (opposite === undefined)
      waiting.set(keyOf(change), [...(waiting.get(keyOf(change)) ?? []), transaction])
    else undone.set(opposite, transaction).set(transaction, opposite)
  }
  return undone
}

/** Books a transfer out on the day of its arrival, if the other broker booked that before. */
function moveTransfers(
  transactions: readonly Transaction[],
  undone: ReadonlyMap<Transaction, Transaction>
): Transaction[] {
  const moved = (type: Trade['type']) =>
    transactions
      .filter((one): one is Trade => one.type === type && !undone.has(one))
      .toSorted((a, b) => compareText(a.date, b.date))
  const arrivals = new Set(moved('transfer-in'))
  const arrivalOf = (out: Trade, isNear: (days: number) => boolean) =>
    [...arrivals].find(
      (arrival) =>
        arrival.account !== out.account &&
        Math.abs(arrival.shares - out.shares) < leastShares &&
        isNear(daysBetween(out.date, arrival.date))
    )
  // Shares usually leave before they arrive; only others can have arrived before.
  const late = moved('transfer-out').filter((out) => {
    const arrival = arrivalOf(out, (days) => days >= 0 && days <= transferDays)
    return arrival === undefined || !arrivals.delete(arrival)
  })
  const days = new Map<Transaction, IsoDay>()
  for (const out of late) {
    const arrival = arrivalOf(out, (days) => days < 0 && days >= -transferDays)
    if (arrival === undefined) continue
    arrivals.delete(arrival)
    days.set(out, arrival.date)
  }
  return transactions.map((one) => {
    const date = days.get(one)
    return date === undefined ? one : { ...one, date }
  })
}

/** Whether shares that passed through an account on a day went on to another account of the portfolio. */
export function isPassedOn(transactions: readonly Transaction[], { account, date, shares }: Trade): boolean {
  const until = addDays(date, transferDays)
  return transactions.some(
    (one) =>
      one.type === 'transfer-in' &&
      one.account !== account &&
      one.date >= date &&
      one.date <= until &&
      Math.abs(one.shares - shares) < leastShares
  )
}

/** Some brokers book the old shares out and the new ones in: returns all rows for the first one, none for others. */
export function rowsOfSplit(transactions: readonly Transaction[], split: ShareChange): ShareChange[] {
  const rows = transactions.filter(
    (other): other is ShareChange =>
      other.type === 'split' && other.account === split.account && other.date === split.date
  )
  return rows[0]?.id === split.id ? rows : []
}
