import { compareText, daysBetween } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { type HeldFund, type HeldFunds, leastShares, sharesSince } from '../funds/held-fund.ts'
import {
  applyTrade,
  changeShares,
  deductUntil,
  type ExcessReturn,
  type FundLedger,
  type LedgerFault,
  type LedgerRules,
  openFundLedger,
  openIn,
  sharesOf
} from './fund-ledger.ts'
import { isPassedOn, pairTransactions, rowsOfSplit } from './pair-transactions.ts'
import { payFraction } from './pay-fraction.ts'
import type { Lot } from './take-shares.ts'
import type {
  AccountKind,
  AccountMethod,
  ShareChange,
  Trade,
  Transaction,
  TransactionType
} from './transaction.ts'

export type Ledger = {
  /** Ascending by symbol, account and purchase. */
  lots: Lot[]
  excess: ExcessReturn[]
  faults: LedgerFault[]
  /** Short sales and the purchases that cover them: they change no figure. */
  shorts: Trade[]
  /** Splits booked by the broker that the fund's data has as well, by transaction id. They change nothing. */
  knownSplits: ReadonlySet<string>
  /** Splits whose day only the broker's row says, with that day, by current symbol. */
  datedSplits: ReadonlyMap<string, HeldFund['splits']>
}

/** Brokers book a split up to some days after the first session on the new basis. */
const splitDays = 7

/** Order of transactions on one day: files have no times. */
const ranks: Record<TransactionType, number> = {
  split: 0,
  'sell-short': 1,
  buy: 2,
  reinvest: 2,
  'buy-to-cover': 3,
  correction: 4,
  'transfer-out': 5,
  'transfer-in': 6,
  sell: 7,
  'cash-in-lieu': 8,
  cash: 9,
  withheld: 9,
  fee: 9,
  'cancel-buy': 10,
  'cancel-sell': 10
}

/**
 * Lots with their cost and sales from transactions in any order. Splits come from the fund's data; one that the
 * broker booked within a week of it is the same one. `funds` that aren't loaded have no splits and no closes.
 * @param today payments sent before this day lower the basis by their return of capital
 * @param kinds accounts left out are taxable
 */
export function reduceLedger(
  transactions: readonly Transaction[],
  funds: HeldFunds,
  methods: readonly AccountMethod[] = [],
  today: IsoDay = '',
  kinds: readonly AccountKind[] = []
): Ledger {
  const rules: LedgerRules = { methods, kinds, today }
  const bySymbol = Map.groupBy(transactions, ({ symbol }) => funds.get(symbol)?.symbol ?? symbol)
  const ledgers = [...bySymbol]
    .sort(([a], [b]) => compareText(a, b))
    .map(([symbol, all]) => {
      // `funds` may have it under a former symbol only.
      const fund = all.map((transaction) => funds.get(transaction.symbol)).find((data) => data !== undefined)
      return reduceFund(symbol, all, fund, rules)
    })
  return {
    lots: ledgers.flatMap(({ lots }) => lots),
    excess: ledgers.flatMap(({ excess }) => excess),
    faults: ledgers.flatMap(({ faults }) => faults),
    shorts: ledgers.flatMap(({ shorts }) => shorts),
    knownSplits: new Set(ledgers.flatMap(({ knownSplits }) => [...knownSplits])),
    datedSplits: new Map(ledgers.flatMap(({ datedSplits }) => [...datedSplits]))
  }
}

function reduceFund(
  symbol: string,
  transactions: readonly Transaction[],
  fund: HeldFund | undefined,
  rules: LedgerRules
): Ledger {
  const { effective, unmatched, undone } = pairTransactions(transactions)
  const ledger = openFundLedger(symbol, fund, rules)
  const knownSplits = new Set<string>()
  const settled = new Set<Transaction>()
  for (const transaction of sortTransactions(effective)) {
    deductUntil(ledger, transaction.date)
    const partner = undone.get(transaction)
    if (partner !== undefined) {
      if (!settled.has(transaction)) proveHeld(ledger, effective, transaction, partner)
      settled.add(partner)
    } else if (transaction.type === 'split') {
      const dated = applySplit(ledger, effective, transaction)
      if (dated === 'known') knownSplits.add(transaction.id)
      else if (dated !== null && fund !== undefined) {
        // Everything before that day is on the old basis, so the fund is reduced again.
        const again = reduceFund(symbol, transactions, { ...fund, splits: dated }, rules)
        return { ...again, datedSplits: new Map([[symbol, dated], ...again.datedSplits]) }
      }
    } else if (transaction.type === 'correction') changeShares(ledger, transaction, transaction.shares)
    else if (transaction.type === 'cash-in-lieu') payFraction(ledger, effective, transaction)
    else if ('fee' in transaction) applyTrade(ledger, transaction)
  }
  deductUntil(ledger, '9999-12-31')
  const { excess, shorts } = ledger
  const open = [...ledger.held.values()].flat().map((lot): Lot => ({ ...lot, heldUntil: null, sale: null }))
  const lots = [...ledger.closed, ...open].sort(
    (a, b) =>
      compareText(a.account, b.account) ||
      compareText(a.boughtOn, b.boughtOn) ||
      compareText(a.heldFrom, b.heldFrom)
  )
  const missing = unmatched.map((transaction) => ({ transaction, missing: transaction.shares }))
  const faults = [...ledger.faults, ...missing]
  return { lots, excess, faults, shorts, knownSplits, datedSplits: new Map() }
}

export function sortTransactions<Kind extends Transaction>(transactions: readonly Kind[]): Kind[] {
  return transactions.toSorted((a, b) => compareText(a.date, b.date) || ranks[a.type] - ranks[b.type])
}

/**
 * Shares moved within an account stay where they are, if it has them. If it doesn't, the row out is about shares bought
 * before the first file, such as those of an account that the broker took over: they are held from the day of the row in.
 */
function proveHeld(
  ledger: FundLedger,
  effective: readonly Transaction[],
  transaction: Transaction,
  partner: Transaction
): void {
  const rows = [transaction, partner]
  const into = rows.find((one): one is Trade => one.type === 'transfer-in')
  const out = rows.find((one): one is Trade => one.type === 'transfer-out')
  if (into === undefined || out === undefined) return
  const factor = sharesSince(ledger.splits, into.date)
  const isHeld = sharesOf(openIn(ledger, into.account)) >= into.shares * factor - leastShares
  if (isHeld || isPassedOn(effective, into)) return
  ledger.faults.push({ transaction: out, missing: out.shares })
  applyTrade(ledger, into)
}

/** Whether the data of a fund has the split that a broker booked on a day. */
export function hasSplit(splits: HeldFund['splits'] = [], day: IsoDay): boolean {
  return splits.some(({ date }) => date !== null && Math.abs(daysBetween(date, day)) <= splitDays)
}

/**
 * Applies a split that only the broker has. Returns 'known' for one that the fund's data has, and the splits with their
 * days if the data has its ratio without a day.
 */
function applySplit(
  ledger: FundLedger,
  effective: readonly Transaction[],
  transaction: ShareChange
): 'known' | HeldFund['splits'] | null {
  const { date, account } = transaction
  if (hasSplit(ledger.splits, date)) return 'known'
  const rows = rowsOfSplit(effective, transaction)
  if (rows.length === 0) return null
  const sumOf = (ofRows: readonly ShareChange[]) => ofRows.reduce((sum, { shares }) => sum + shares, 0)
  const delta = sumOf(rows)
  // Two rows say both numbers; one says the difference to what was held.
  const isPair = rows.some(({ shares }) => shares > 0) && rows.some(({ shares }) => shares < 0)
  const before = isPair
    ? -sumOf(rows.filter(({ shares }) => shares < 0))
    : sharesOf(openIn(ledger, account)) / sharesSince(ledger.splits, date)
  const after = before + delta
  const undated = ledger.splits.findIndex(
    (split) =>
      split.date === null &&
      Math.sign(delta) === Math.sign(split.newShares - split.oldShares) &&
      // The broker may have paid for a fraction.
      Math.abs(after - (before * split.newShares) / split.oldShares) < 1
  )
  if (undated < 0 || after <= 0) {
    changeShares(ledger, transaction, delta)
    return null
  }
  return ledger.splits.map((split, index) => (index === undated ? { ...split, date } : split))
}
