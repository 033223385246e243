import { addDays, compareText, daysBetween } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import {
  closeOfDay,
  type Distribution,
  type HeldFund,
  type HeldFunds,
  leastShares,
  listDistributions,
  sharesSince
} from '../positions/held-fund.ts'
import { type OpenLot, returnCapital, takeShares } from './take-shares.ts'
import {
  type AccountMethod,
  type CashBooking,
  type CostMethod,
  methodOf,
  type ShareChange,
  type Trade,
  type Transaction,
  type TransactionType
} from './transaction.ts'

/**
 * Shares of one purchase over the time in which one account held them; a partial sale splits a lot into two. `shares`
 * are on today's share basis.
 */
export type Lot = OpenLot & {
  /** The account last held the shares at the close of the day before; null if it still holds them. */
  heldUntil: IsoDay | null
  /** Set if they were sold; `proceeds` in dollars, null if unknown. */
  sale: { id: string; proceeds: number | null } | null
}

/** Shares sold, moved or removed that the account didn't have. */
export type LedgerFault = { transaction: Transaction; missing: number }

/** Return of capital that a basis of zero couldn't absorb: a gain, in dollars. */
type ExcessReturn = { account: string; boughtOn: IsoDay; day: IsoDay; amount: number }

export type Ledger = {
  /** Ascending by symbol, account and purchase. */
  lots: Lot[]
  excess: ExcessReturn[]
  faults: LedgerFault[]
  /** Splits booked by the broker that the fund's data has as well, by transaction id. They change nothing. */
  knownSplits: ReadonlySet<string>
}

/** Brokers book a split up to some days after the first session on the new basis. */
const splitDays = 7
/** A transfer between two brokers takes up to two weeks, and so does cash for fractions. */
const transferDays = 14

/** Order of transactions on one day: files have no times. */
const ranks: Record<TransactionType, number> = {
  ...{ split: 0, buy: 1, reinvest: 1, correction: 2, 'transfer-out': 3, 'transfer-in': 4, sell: 5 },
  ...{ 'cash-in-lieu': 6, cash: 7, withheld: 7, fee: 7 }
}

/**
 * Lots with their cost and sales from transactions in any order. Splits come from the fund's data; one that the
 * broker booked within a week of it is the same one. `funds` that aren't loaded have no splits and no closes.
 * @param today payments sent before this day lower the basis by their return of capital
 */
export function reduceLedger(
  transactions: readonly Transaction[],
  funds: HeldFunds,
  methods: readonly AccountMethod[] = [],
  today: IsoDay = ''
): Ledger {
  const bySymbol = Map.groupBy(transactions, ({ symbol }) => funds.get(symbol)?.symbol ?? symbol)
  const ledgers = [...bySymbol]
    .sort(([a], [b]) => compareText(a, b))
    .map(([symbol, all]) => {
      // `funds` may have it under a former symbol only.
      const fund = all.map((transaction) => funds.get(transaction.symbol)).find((data) => data !== undefined)
      return reduceFund(symbol, all, fund, methods, today)
    })
  return {
    lots: ledgers.flatMap(({ lots }) => lots),
    excess: ledgers.flatMap(({ excess }) => excess),
    faults: ledgers.flatMap(({ faults }) => faults),
    knownSplits: new Set(ledgers.flatMap(({ knownSplits }) => [...knownSplits]))
  }
}

function reduceFund(
  symbol: string,
  transactions: readonly Transaction[],
  fund: HeldFund | undefined,
  methods: readonly AccountMethod[],
  today: IsoDay
): Ledger {
  const splits = fund?.splits ?? []
  const returns = fund === undefined ? [] : listDistributions(fund, today).filter(({ roc }) => roc !== null)
  let returned = 0
  const excess: ExcessReturn[] = []
  const closed: Lot[] = []
  const faults: LedgerFault[] = []
  const knownSplits = new Set<string>()
  const held = new Map<string, OpenLot[]>()
  let inTransit: Lot[] = []

  const openIn = (account: string): OpenLot[] => {
    const open = held.get(account) ?? []
    held.set(account, open)
    return open
  }
  const add = (lot: OpenLot) => {
    const open = openIn(lot.account)
    const last = open.at(-1)
    open.push(lot)
    if (last !== undefined && last.boughtOn > lot.boughtOn)
      open.sort((a, b) => compareText(a.boughtOn, b.boughtOn))
  }
  const addNew = (transaction: Trade | ShareChange, shares: number, cost: number | null) => {
    const { id, account, type, date } = transaction
    const boughtOn = 'boughtOn' in transaction ? transaction.boughtOn : undefined
    const isReinvested = type === 'reinvest'
    const isPurchase = isReinvested || type === 'buy' || boughtOn !== undefined
    const days = { boughtOn: boughtOn ?? date, heldFrom: date }
    add({ id, account, symbol, shares, ...days, cost, basis: cost, isPurchase, isReinvested })
  }
  const deduct = (open: OpenLot[], method: CostMethod, { taxDay, roc }: Distribution) =>
    returnCapital(open, roc?.amount ?? 0, method, ({ account, boughtOn }, amount) =>
      excess.push({ account, boughtOn, day: taxDay, amount })
    )
  /** Deducts what was returned up to an ex-date, on which the shares held before it are paid. */
  const deductUntil = (exDate: IsoDay) => {
    for (
      let next = returns[returned];
      next !== undefined && next.exDate <= exDate;
      next = returns[++returned]
    )
      for (const [account, open] of held) deduct(open, methodOf(methods, account), next)
  }
  /** Removes shares (today's basis) and returns the closed lots; `proceeds` is null for removals without a sale. */
  const remove = (
    transaction: Transaction,
    shares: number,
    sale: { proceeds: number | null } | null
  ): Lot[] => {
    const { account, date, id } = transaction
    const method = methodOf(methods, account)
    const picks = ('lots' in transaction ? transaction.lots : undefined)?.map((pick) => ({
      ...pick,
      shares: pick.shares * sharesSince(splits, date)
    }))
    const { taken, missing } = takeShares(openIn(account), shares, method, picks ?? [])
    if (missing > leastShares) faults.push({ transaction, missing: missing / sharesSince(splits, date) })
    const lots = taken.map((lot): Lot => {
      const proceeds = sale?.proceeds == null ? null : (sale.proceeds * lot.shares) / shares
      return { ...lot, heldUntil: date, sale: sale === null ? null : { id, proceeds } }
    })
    closed.push(...lots)
    return lots
  }

  const trade = (transaction: Trade) => {
    const { type, date, price, fee } = transaction
    const factor = sharesSince(splits, date)
    const shares = transaction.shares * factor
    const close = fund === undefined ? null : closeOfDay(fund, date)
    const known = price ?? (type === 'transfer-in' || type === 'transfer-out' ? null : close)
    const value = known === null ? null : known * transaction.shares
    if (type === 'sell') remove(transaction, shares, { proceeds: value === null ? null : value - fee })
    else if (type === 'transfer-out') inTransit.push(...remove(transaction, shares, null))
    else if (type === 'transfer-in') {
      const moved = arrive(transaction, shares)
      const left = shares - moved
      if (left > leastShares) addNew(transaction, left, value === null ? null : (value * left) / shares)
    } else addNew(transaction, shares, value === null ? null : value + fee)
  }
  /** Continues lots that left another account of this portfolio shortly before; returns their shares. */
  const arrive = ({ account, date, price }: Trade, shares: number): number => {
    if (price !== null) return 0
    const isNear = (lot: Lot) =>
      lot.account !== account && lot.heldUntil !== null && daysBetween(lot.heldUntil, date) <= transferDays
    const near = inTransit.filter(isNear)
    const { taken } = takeShares(near, shares, 'fifo', [])
    inTransit = [...inTransit.filter((lot) => !isNear(lot)), ...near]
    for (const { heldUntil, sale: _, ...lot } of taken as Lot[]) {
      const heldFrom = heldUntil ?? date
      const arrived = [{ ...lot, account, heldFrom }]
      for (const payment of returns.slice(0, returned))
        if (payment.exDate > heldFrom) deduct(arrived, 'fifo', payment)
      for (const each of arrived) add(each)
    }
    return taken.reduce((sum, lot) => sum + lot.shares, 0)
  }
  const change = (transaction: ShareChange, delta: number) => {
    const { account, type, date } = transaction
    const factor = sharesSince(splits, date)
    if (type === 'correction' && delta > 0) return addNew(transaction, delta * factor, null)
    if (type === 'correction') return void remove(transaction, -delta * factor, null)
    const before = sharesOf(openIn(account))
    const after = before + delta * factor
    if (after <= 0 || before <= 0) return void faults.push({ transaction, missing: -after / factor })
    // Payments before the split belong to the old number of shares.
    for (const lot of remove(transaction, before, null)) {
      const { heldUntil, sale, ...rest } = lot
      add({ ...rest, shares: (lot.shares * after) / before, heldFrom: date })
    }
  }
  const payFraction = (transaction: CashBooking) => {
    const { account, date, amount } = transaction
    const lots = [...closed, ...openIn(account)].filter((lot) => lot.account === account)
    const fraction = fractionAfterSplit(lots, lastSplit(splits, transactions, transaction), splits)
    if (fraction === 0) return void faults.push({ transaction, missing: 0 })
    remove(transaction, fraction * sharesSince(splits, date), { proceeds: amount })
  }

  const undone = listUndone(transactions)
  for (const transaction of sortTransactions(transactions)) {
    if (undone.has(transaction)) continue
    deductUntil(transaction.date)
    if (transaction.type === 'split') {
      const near = splits.find(
        ({ date }) => date !== null && Math.abs(daysBetween(date, transaction.date)) <= splitDays
      )
      if (near !== undefined) knownSplits.add(transaction.id)
      else {
        const delta = joinSplitRows(transactions, transaction)
        if (delta !== null) change(transaction, delta)
      }
    } else if (transaction.type === 'correction') change(transaction, transaction.shares)
    else if (transaction.type === 'cash-in-lieu') payFraction(transaction)
    else if ('fee' in transaction) trade(transaction)
  }
  deductUntil('9999-12-31')
  const open = [...held.values()].flat().map((lot): Lot => ({ ...lot, heldUntil: null, sale: null }))
  const lots = [...closed, ...open].sort(
    (a, b) =>
      compareText(a.account, b.account) ||
      compareText(a.boughtOn, b.boughtOn) ||
      compareText(a.heldFrom, b.heldFrom)
  )
  return { lots, excess, faults, knownSplits }
}

export function sortTransactions<Kind extends Transaction>(transactions: readonly Kind[]): Kind[] {
  return transactions.toSorted((a, b) => compareText(a.date, b.date) || ranks[a.type] - ranks[b.type])
}

/** Transfers and corrections that another one of the same account and day reverses, so that no shares moved. */
function listUndone(transactions: readonly Transaction[]): ReadonlySet<Transaction> {
  const undone = new Set<Transaction>()
  const waiting = new Map<string, Transaction[]>()
  for (const transaction of transactions) {
    const { account, date, type } = transaction
    if (type !== 'transfer-in' && type !== 'transfer-out' && type !== 'correction') continue
    const change = type === 'transfer-out' ? -transaction.shares : transaction.shares
    const keyOf = (shares: number) => [account, date, type === 'correction', shares.toFixed(6)].join('|')
    const opposite = waiting.get(keyOf(-change))?.pop()
    if (opposite === undefined)
      waiting.set(keyOf(change), [...(waiting.get(keyOf(change)) ?? []), transaction])
    else undone.add(opposite).add(transaction)
  }
  return undone
}

function sharesOf(lots: readonly OpenLot[]): number {
  return lots.reduce((sum, { shares }) => sum + shares, 0)
}

/** Some brokers book the old shares out and the new ones in: returns the sum for the first such row, null for others. */
function joinSplitRows(all: readonly Transaction[], split: ShareChange): number | null {
  const rows = all.filter(
    (other): other is ShareChange =>
      other.type === 'split' && other.account === split.account && other.date === split.date
  )
  return rows[0]?.id === split.id ? rows.reduce((sum, { shares }) => sum + shares, 0) : null
}

/** Day of the split that cash for a fraction belongs to. */
function lastSplit(
  splits: HeldFund['splits'],
  transactions: readonly Transaction[],
  { account, date }: CashBooking
): IsoDay | null {
  const booked = transactions.filter((one) => one.type === 'split' && one.account === account)
  const days = [...splits, ...booked].flatMap((one) => one.date ?? [])
  const near = days.filter((day) => day <= date && addDays(day, 2 * transferDays) >= date)
  return near.sort().at(-1) ?? null
}

/** Fraction of a share that the account had after the split, on the share basis of that day. */
function fractionAfterSplit(
  lots: readonly (OpenLot & { heldUntil?: IsoDay | null })[],
  day: IsoDay | null,
  splits: HeldFund['splits']
): number {
  if (day === null) return 0
  const then = lots.filter(({ heldFrom, heldUntil }) => heldFrom <= day && (heldUntil ?? '9999') > day)
  const shares = sharesOf(then) / sharesSince(splits, day)
  const fraction = shares - Math.floor(shares + leastShares)
  return fraction > leastShares ? fraction : 0
}
