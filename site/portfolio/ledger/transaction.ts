import type { IsoDay } from '../../../admin-api/market-days/types.ts'

/**
 * Transactions that buy, sell or transfer shares. `sell-short` sells borrowed shares, which `buy-to-cover` or the next
 * purchase returns: both change no holding. `cancel-...` takes back an earlier trade of the account.
 */
export const tradeTypes = [
  'buy',
  'sell',
  'reinvest',
  'transfer-in',
  'transfer-out',
  'sell-short',
  'buy-to-cover',
  'cancel-buy',
  'cancel-sell'
] as const
/** `split` is the change of the share count as the broker booked it; `correction` adds or removes shares. */
export const shareChangeTypes = ['split', 'correction'] as const
/** `cash` is a distribution as the broker paid it; `cash-in-lieu` pays for a fraction of a share after a split. */
export const cashTypes = ['cash', 'withheld', 'cash-in-lieu', 'fee'] as const

type Booking = {
  id: string
  /** Name of the account; empty for visitors with one. */
  account: string
  /** Symbol as entered or imported; a former symbol belongs to the current fund. */
  symbol: string
  date: IsoDay
  /** Key of the imported transaction that this was before an edit, so that a second import recognizes it. */
  source?: string | undefined
  /** Import that added the transaction. An edit removes it, so that undoing the import keeps the edited transaction. */
  importId?: string | undefined
}

/** Shares and price are on the share basis of `date`. */
export type Trade = Booking & {
  type: (typeof tradeTypes)[number]
  shares: number
  /** Dollars per share. null: the close of the day, or unknown for a transfer. */
  price: number | null
  /** Dollars; part of the cost of a purchase, deducted from the proceeds of a sale. */
  fee: number
  /** Purchases that a sale is taken from, by transaction; others follow first in, first out. */
  lots?: { id: string; shares: number }[] | undefined
  /** Original purchase of transferred shares. */
  boughtOn?: IsoDay | undefined
}

export type ShareChange = Booking & {
  type: (typeof shareChangeTypes)[number]
  /** Negative if shares are removed. */
  shares: number
}

/** `amount` in dollars, negative for a reversal; withheld tax and fees are positive. */
export type CashBooking = Booking & { type: (typeof cashTypes)[number]; amount: number }

export type Transaction = Trade | ShareChange | CashBooking

/** The fields of any transaction, of which each type has some. */
export type AnyFields = Omit<Booking, 'id'> & {
  type: TransactionType
} & Partial<Pick<Trade, 'shares' | 'price' | 'fee' | 'lots' | 'boughtOn'> & Pick<CashBooking, 'amount'>>

type WithoutId<Each> = Each extends unknown ? Omit<Each, 'id'> : never
/** A transaction as typed or read from a file. */
export type NewTransaction = WithoutId<Transaction>

export type TransactionType = Transaction['type']
export const transactionTypes = [...tradeTypes, ...cashTypes, ...shareChangeTypes]

type Words = { name: string; noun: string; plural?: string }

/** Name of one transaction and noun for several, in the order in which an import counts them. */
export const typeWords: Record<TransactionType, Words> = {
  buy: { name: 'Bought', noun: 'buy' },
  sell: { name: 'Sold', noun: 'sale' },
  reinvest: { name: 'Reinvested', noun: 'reinvestment' },
  cash: { name: 'Payment received', noun: 'payment' },
  withheld: { name: 'Tax withheld', noun: 'tax deduction' },
  split: { name: 'Split booked by the broker', noun: 'split' },
  'cash-in-lieu': {
    name: 'Cash for a fraction',
    noun: 'payment for a fraction',
    plural: 'payments for fractions'
  },
  'transfer-in': { name: 'Transferred in', noun: 'transfer in', plural: 'transfers in' },
  'transfer-out': { name: 'Transferred out', noun: 'transfer out', plural: 'transfers out' },
  'sell-short': { name: 'Sold short', noun: 'short sale' },
  'buy-to-cover': {
    name: 'Bought to cover a short sale',
    noun: 'purchase to cover a short sale',
    plural: 'purchases to cover short sales'
  },
  'cancel-buy': { name: 'Bought, taken back', noun: 'buy taken back', plural: 'buys taken back' },
  'cancel-sell': { name: 'Sold, taken back', noun: 'sale taken back', plural: 'sales taken back' },
  fee: { name: 'Fee', noun: 'fee' },
  correction: { name: 'Correction', noun: 'correction' }
}

/** How the cost of sold shares is found: oldest first, the mean of all, or purchases named by each sale. */
export const costMethods = ['fifo', 'average', 'specific'] as const
export type CostMethod = (typeof costMethods)[number]
export type AccountMethod = { account: string; method: CostMethod }

/** How an account is taxed: a brokerage account; a traditional IRA or 401(k); a Roth IRA or HSA. */
export const accountKinds = ['taxable', 'tax-deferred', 'tax-free'] as const
export type AccountKind = { account: string; kind: (typeof accountKinds)[number] }

/** Accounts without a chosen kind are taxable. */
export function kindOf(kinds: readonly AccountKind[] | undefined, account: string): AccountKind['kind'] {
  return kinds?.find((chosen) => chosen.account === account)?.kind ?? 'taxable'
}

/** Accounts without a chosen method sell the oldest shares first. */
export function methodOf(methods: readonly AccountMethod[], account: string): CostMethod {
  return methods.find((chosen) => chosen.account === account)?.method ?? 'fifo'
}

/** Kind that the name of an account suggests, such as 'Roth IRA' or '401(k)'. */
export function guessKind(account: string): AccountKind['kind'] {
  if (/\broth\b|\bhsa\b|health savings/i.test(account)) return 'tax-free'
  // '457' alone may be the end of an account's number: 'Individual ...457'.
  const isDeferred =
    /\b(?:ira|40[13]\s*\(?[abk]\)?|457\s*\(?b\)?|457 plan|sep|rollover|pension|retirement)(?:\W|$)/i.test(
      account
    )
  return isDeferred ? 'tax-deferred' : 'taxable'
}

export function isTrade(transaction: Transaction): transaction is Trade {
  return (tradeTypes as readonly string[]).includes(transaction.type)
}

/** Key of a booking, the same in every file; 'source' wins, because a visitor may have edited the rest. */
export function keyOfTransaction(transaction: NewTransaction): string {
  if (transaction.source !== undefined) return transaction.source
  const { account, type, symbol, date, shares, price, fee, amount }: AnyFields = transaction
  const figures = [shares, price, fee, amount].map((figure) =>
    figure == null ? '' : String(Number(figure.toFixed(6)))
  )
  return [account, type, symbol, date, ...figures].join('|')
}
