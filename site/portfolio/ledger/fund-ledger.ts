import { compareText, daysBetween } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import {
  closeOfDay,
  type Distribution,
  type HeldFund,
  leastShares,
  listDistributions,
  sharesSince
} from '../funds/held-fund.ts'
import { transferDays } from './pair-transactions.ts'
import { type Lot, type OpenLot, returnCapital, takeShares } from './take-shares.ts'
import {
  type AccountKind,
  type AccountMethod,
  type CostMethod,
  kindOf,
  methodOf,
  type ShareChange,
  type Trade,
  type Transaction
} from './transaction.ts'

/** Shares sold, moved or removed that the account didn't have, or a trade taken back that it never made. */
export type LedgerFault = { transaction: Transaction; missing: number }

/** Return of capital that a basis of zero couldn't absorb: a gain, in dollars. */
export type ExcessReturn = { account: string; acquiredOn: IsoDay; day: IsoDay; amount: number }

export type LedgerRules = {
  methods: readonly AccountMethod[]
  kinds: readonly AccountKind[]
  /** Payments sent before this day lower the basis by their return of capital. */
  today: IsoDay
}

/** Shares of one fund while its transactions are applied in order; the functions of this file change it. */
export type FundLedger = {
  symbol: string
  /** undefined if it isn't loaded: it has no splits and no closes then. */
  fund: HeldFund | undefined
  splits: HeldFund['splits']
  rules: LedgerRules
  /** Payments with a known return of capital, by ex-date; the first `deducted` lowered the basis. */
  returns: readonly Distribution[]
  deducted: number
  /** Open lots by account, each ascending by start of the holding period. */
  held: Map<string, OpenLot[]>
  closed: Lot[]
  /** Lots that left an account and may arrive in another. */
  inTransit: Lot[]
  /** Shares sold short and not returned, by account. */
  short: Map<string, number>
  excess: ExcessReturn[]
  faults: LedgerFault[]
  shorts: Trade[]
}

export function openFundLedger(symbol: string, fund: HeldFund | undefined, rules: LedgerRules): FundLedger {
  const payments = fund === undefined ? [] : listDistributions(fund, rules.today)
  return {
    symbol,
    fund,
    splits: fund?.splits ?? [],
    rules,
    returns: payments.filter(({ roc }) => roc !== null),
    deducted: 0,
    held: new Map(),
    closed: [],
    inTransit: [],
    short: new Map(),
    excess: [],
    faults: [],
    shorts: []
  }
}

/** Open lots of an account; the list itself, so that changes last. */
export function openIn(ledger: FundLedger, account: string): OpenLot[] {
  const open = ledger.held.get(account) ?? []
  ledger.held.set(account, open)
  return open
}

export function sharesOf(lots: readonly OpenLot[]): number {
  return lots.reduce((sum, { shares }) => sum + shares, 0)
}

function addLot(ledger: FundLedger, lot: OpenLot): void {
  const open = openIn(ledger, lot.account)
  const last = open.at(-1)
  open.push(lot)
  if (last !== undefined && last.acquiredOn > lot.acquiredOn)
    open.sort((a, b) => compareText(a.acquiredOn, b.acquiredOn))
}

/** @param shares on today's share basis */
function addPurchase(
  ledger: FundLedger,
  transaction: Trade | ShareChange,
  shares: number,
  cost: number | null
): void {
  const { id, account, type, date } = transaction
  const first = 'boughtOn' in transaction ? transaction.boughtOn : undefined
  const boughtOn = first ?? date
  const isReinvested = type === 'reinvest'
  addLot(ledger, {
    id,
    account,
    symbol: ledger.symbol,
    shares,
    boughtOn,
    acquiredOn: boughtOn,
    heldFrom: date,
    cost,
    taxCost: cost,
    basis: cost,
    isPurchase: isReinvested || type === 'buy' || first !== undefined,
    isReinvested
  })
}

function deduct(ledger: FundLedger, open: OpenLot[], method: CostMethod, payment: Distribution): void {
  const { taxDay, roc } = payment
  returnCapital(open, roc?.amount ?? 0, method, ({ account, acquiredOn }, amount) =>
    ledger.excess.push({ account, acquiredOn, day: taxDay, amount })
  )
}

/** Deducts what was returned up to an ex-date, on which the shares held before it are paid. */
export function deductUntil(ledger: FundLedger, exDate: IsoDay): void {
  let next = ledger.returns[ledger.deducted]
  while (next !== undefined && next.exDate <= exDate) {
    for (const [account, open] of ledger.held)
      deduct(ledger, open, methodOf(ledger.rules.methods, account), next)
    ledger.deducted += 1
    next = ledger.returns[ledger.deducted]
  }
}

/**
 * Removes shares (today's basis) and returns the closed lots.
 * @param sale null for removals without a sale; `proceeds` in dollars, null if unknown
 */
export function removeShares(
  ledger: FundLedger,
  transaction: Transaction,
  shares: number,
  sale: { proceeds: number | null } | null
): Lot[] {
  const { account, date, id } = transaction
  const factor = sharesSince(ledger.splits, date)
  const picks = ('lots' in transaction ? (transaction.lots ?? []) : []).map((pick) => ({
    ...pick,
    shares: pick.shares * factor
  }))
  const method = methodOf(ledger.rules.methods, account)
  const { taken, missing } = takeShares(openIn(ledger, account), shares, method, picks)
  if (missing > leastShares) ledger.faults.push({ transaction, missing: missing / factor })
  const lots = taken.map((lot): Lot => {
    const proceeds = sale?.proceeds == null ? null : (sale.proceeds * lot.shares) / shares
    return { ...lot, heldUntil: date, sale: sale === null ? null : { id, proceeds } }
  })
  ledger.closed.push(...lots)
  return lots
}

export function applyTrade(ledger: FundLedger, transaction: Trade): void {
  const { type, date, fee, price } = transaction
  const shares = transaction.shares * sharesSince(ledger.splits, date)
  const isTransfer = type === 'transfer-in' || type === 'transfer-out'
  const perShare = price ?? (isTransfer ? null : closeOn(ledger, date))
  const value = perShare === null ? null : perShare * transaction.shares
  const partOf = (part: number, dollars: number | null) =>
    dollars === null ? null : (dollars * part) / shares
  if (type === 'sell')
    removeShares(ledger, transaction, shares, { proceeds: value === null ? null : value - fee })
  else if (type === 'transfer-out') ledger.inTransit.push(...removeShares(ledger, transaction, shares, null))
  else if (type === 'transfer-in') {
    const left = shares - continueLots(ledger, transaction, shares)
    if (left > leastShares) addPurchase(ledger, transaction, left, partOf(left, value))
  } else if (type === 'sell-short') sellShort(ledger, transaction, shares)
  else {
    const left = shares - (type === 'reinvest' ? 0 : coverShort(ledger, transaction, shares))
    if (left <= leastShares) return
    if (type === 'buy-to-cover')
      ledger.faults.push({ transaction, missing: left / sharesSince(ledger.splits, date) })
    else addPurchase(ledger, transaction, left, partOf(left, value === null ? null : value + fee))
  }
}

function closeOn({ fund }: FundLedger, day: IsoDay): number | null {
  return fund === undefined ? null : closeOfDay(fund, day)
}

function sellShort(ledger: FundLedger, transaction: Trade, shares: number): void {
  const { account } = transaction
  ledger.short.set(account, (ledger.short.get(account) ?? 0) + shares)
  ledger.shorts.push(transaction)
}

/** Returns borrowed shares first: brokers also book the purchase that covers a short sale as an ordinary one. */
function coverShort(ledger: FundLedger, transaction: Trade, shares: number): number {
  const { account } = transaction
  const short = ledger.short.get(account) ?? 0
  const covered = Math.min(short, shares)
  if (covered <= leastShares) return 0
  ledger.short.set(account, short - covered)
  ledger.shorts.push(transaction)
  return covered
}

/**
 * Continues lots that left another account of this portfolio shortly before, with their cost and day; returns their
 * shares. A price that the broker prints is the value of the day. Only who enters price and day of the purchase
 * means another one.
 */
function continueLots(ledger: FundLedger, transaction: Trade, shares: number): number {
  const { account, date, price, boughtOn } = transaction
  if (price !== null && boughtOn !== undefined) return 0
  const isNear = (lot: Lot) =>
    lot.account !== account && lot.heldUntil !== null && daysBetween(lot.heldUntil, date) <= transferDays
  const near = ledger.inTransit.filter(isNear)
  const { taken } = takeShares(near, shares, 'fifo', [])
  ledger.inTransit = [...ledger.inTransit.filter((lot) => !isNear(lot)), ...near]
  for (const { heldUntil, sale: _, ...lot } of taken) {
    const heldFrom = heldUntil ?? date
    const moved: OpenLot = { ...lot, account, heldFrom }
    const arrived = [
      isDistributed(ledger, lot.account, account) ? newHolding(ledger, moved, transaction) : moved
    ]
    for (const payment of ledger.returns.slice(0, ledger.deducted))
      if (payment.exDate > heldFrom) deduct(ledger, arrived, 'fifo', payment)
    for (const each of arrived) addLot(ledger, each)
  }
  return sharesOf(taken)
}

function isDistributed({ rules: { kinds } }: FundLedger, from: string, to: string): boolean {
  return kindOf(kinds, from) !== 'taxable' && kindOf(kinds, to) === 'taxable'
}

/**
 * Shares distributed in kind from an IRA: the value of the day is their basis, and a new holding period begins.
 * Source: IRS Publication 590-B, "Distributions of property"; 26 USC 408(d)(1).
 */
function newHolding(ledger: FundLedger, lot: OpenLot, { date, price }: Trade): OpenLot {
  const perShare = price ?? closeOn(ledger, date)
  const value = perShare === null ? null : (perShare * lot.shares) / sharesSince(ledger.splits, date)
  return { ...lot, acquiredOn: date, taxCost: value, basis: value }
}

/** @param delta on the share basis of the day */
export function changeShares(ledger: FundLedger, transaction: ShareChange, delta: number): void {
  const { account, type, date } = transaction
  const factor = sharesSince(ledger.splits, date)
  if (type === 'correction') {
    if (delta > 0) addPurchase(ledger, transaction, delta * factor, null)
    else removeShares(ledger, transaction, -delta * factor, null)
    return
  }
  const before = sharesOf(openIn(ledger, account))
  const after = before + delta * factor
  if (after <= 0 || before <= 0) {
    ledger.faults.push({ transaction, missing: -after / factor })
    return
  }
  // Payments before the split belong to the old number of shares.
  for (const { heldUntil: _until, sale: _sale, ...lot } of removeShares(ledger, transaction, before, null))
    addLot(ledger, { ...lot, shares: (lot.shares * after) / before, heldFrom: date })
}
