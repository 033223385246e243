import { heldFundQuery, symbolsQuery } from './funds/held-funds.ts'
import { reduceLedger } from './ledger/reduce-ledger.ts'
import { isTrade, type Transaction } from './ledger/transaction.ts'
import type { HeldFunds } from './positions/held-fund.ts'
import { sharesHeld } from './positions/holdings.ts'
import { readPortfolio } from './stored-portfolio.ts'

/** Current symbols of the funds of which the stored portfolio still has shares. */
export async function readHeldSymbols(): Promise<ReadonlySet<string>> {
  const read = readPortfolio()
  const transactions = read.status === 'kept' ? read.fleet.transactions : []
  if (transactions.length === 0) return new Set()
  const current = await loadOnce(symbolsQuery('all'))
  const bySymbol = Map.groupBy(transactions, ({ symbol }) => current?.get(symbol) ?? symbol)
  const held = await Promise.all(
    [...bySymbol].map(async ([symbol, ofFund]) => ((await isHeld(symbol, ofFund)) ? [symbol] : []))
  )
  return new Set(held.flat())
}

/** What was only bought is held; whether a sale left shares depends on splits, which are in the fund's data. */
async function isHeld(symbol: string, transactions: readonly Transaction[]): Promise<boolean> {
  const removes = (one: Transaction) =>
    isTrade(one) ? one.type === 'sell' || one.type === 'transfer-out' : 'shares' in one && one.shares < 0
  if (!transactions.some(removes)) return transactions.some((one) => 'shares' in one)
  const fund = await loadOnce(heldFundQuery(symbol))
  const funds: HeldFunds = new Map(fund === null ? [] : transactions.map((one) => [one.symbol, fund]))
  return sharesHeld(reduceLedger(transactions, funds).lots) > 0
}

async function loadOnce<Value>(entry: {
  $state: { get: () => { value: Value | null } }
  load: () => Promise<void>
}): Promise<Value | null> {
  await entry.load()
  return entry.$state.get().value
}
