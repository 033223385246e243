import { keyOfTransaction, type NewTransaction, type Transaction } from './transaction.ts'

/** Current symbol by every symbol, former ones included. */
export type CurrentSymbols = ReadonlyMap<string, string>

/** Finds the transactions of a file or backup among those of the portfolio. Each is found once: two equal ones are two. */
export type TransactionMatcher = {
  /** The same booking: equal in every field but the id, or the booking that it was before an edit. */
  takeEqual: (transaction: NewTransaction) => Transaction | undefined
  /** A purchase of the same day and number of shares that was entered by hand, without account and price. */
  takeByHand: (purchase: NewTransaction) => Transaction | undefined
  /** For a purchase entered by hand: that of a file. */
  takeFromFile: (purchase: NewTransaction) => Transaction | undefined
}

export function matchTransactions(
  existing: readonly Transaction[],
  symbols: CurrentSymbols
): TransactionMatcher {
  const keyOf = (transaction: NewTransaction) => {
    const { account, booking } = keyUnder(symbols, transaction)
    return `${account}|${booking}`
  }
  const handKey = ({ symbol, date, ...rest }: NewTransaction) =>
    [symbols.get(symbol) ?? symbol, date, 'shares' in rest ? rest.shares : ''].join('|')
  const equal = Map.groupBy(existing, keyOf)
  const bought = existing.filter(({ type }) => type === 'buy')
  const byHand = Map.groupBy(
    bought.filter(({ account }) => account === ''),
    handKey
  )
  const fromFile = Map.groupBy(
    bought.filter(({ account }) => account !== ''),
    handKey
  )
  const taken = new Set<Transaction>()
  const take = (from: readonly Transaction[] = []): Transaction | undefined => {
    const found = from.find((transaction) => !taken.has(transaction))
    if (found !== undefined) taken.add(found)
    return found
  }
  const isPurchase = ({ type }: NewTransaction) => type === 'buy'
  return {
    takeEqual: (transaction) => take(equal.get(keyOf(transaction))),
    takeByHand: (purchase) =>
      isPurchase(purchase) && purchase.account !== '' ? take(byHand.get(handKey(purchase))) : undefined,
    takeFromFile: (purchase) =>
      isPurchase(purchase) && purchase.account === '' ? take(fromFile.get(handKey(purchase))) : undefined
  }
}

/** Key of a booking in two parts, under the current symbol: the fund may have been renamed since the booking was saved. */
export function keyUnder(
  symbols: CurrentSymbols,
  transaction: NewTransaction
): { account: string; booking: string } {
  const parts = keyOfTransaction(transaction).split('|')
  // An account's name may contain the separator.
  const [type = '', symbol = '', ...figures] = parts.splice(-7)
  return { account: parts.join('|'), booking: [type, symbols.get(symbol) ?? symbol, ...figures].join('|') }
}
