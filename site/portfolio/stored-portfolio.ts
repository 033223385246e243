import * as z from 'zod/mini'
import { isDay } from '../lib/format.ts'
import { storageKeys } from '../lib/storage.ts'
import {
  type AccountMethod,
  accountKinds,
  cashTypes,
  costMethods,
  shareChangeTypes,
  type Transaction,
  tradeTypes
} from './ledger/transaction.ts'

/** Limits of a transaction; larger values are typos. */
export const maxShares = 9_999_999
export const highestPrice = 1_000_000
export const highestAmount = 1_000_000_000
export const highestGoal = 100_000_000
export const highestTaxPercent = 60

const Id = z.string().check(z.minLength(1))
const Shares = z.number().check(z.gt(0), z.lte(maxShares))
const Price = z.nullable(z.number().check(z.gte(0), z.lte(highestPrice)))
/** Percent of each payment to set aside; null until chosen. */
const TaxPercent = z.nullable(z.number().check(z.gte(0), z.lte(highestTaxPercent)))
/** Total of payments in dollars; null until chosen. */
const GoalSum = z.nullable(z.number().check(z.gt(0), z.lte(highestGoal)))

// Funds that the site doesn't cover have other symbols too: BRK.B, VUSA.L, an ISIN.
const symbolForm = /^[A-Z0-9][A-Z0-9.\-/ ]{0,23}$/
const dayForm = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** Written by hand, because a schema takes ten times as long for the thousands of transactions of a long history. */
const StoredTransaction = z.custom<Transaction>((value) => {
  if (typeof value !== 'object' || value === null) return false
  const one = value as { [field in string]?: unknown }
  const isText = (text: unknown, longest: number) => typeof text === 'string' && text.length <= longest
  const isBetween = (figure: unknown, least: number, most: number) =>
    typeof figure === 'number' && figure >= least && figure <= most
  const isCount = (figure: unknown) => isBetween(figure, Number.MIN_VALUE, maxShares)
  const isBooking =
    isText(one['id'], 200) &&
    one['id'] !== '' &&
    isText(one['account'], 60) &&
    isText(one['symbol'], 24) &&
    symbolForm.test(String(one['symbol'])) &&
    isStoredDay(one['date']) &&
    (one['source'] === undefined || isText(one['source'], 500))
  if (!isBooking) return false
  const type = String(one['type'])
  if (isOneOf(cashTypes, type)) return isBetween(one['amount'], -highestAmount, highestAmount)
  if (isOneOf(shareChangeTypes, type)) return isBetween(one['shares'], -maxShares, maxShares)
  const { lots } = one
  return (
    isOneOf(tradeTypes, type) &&
    isCount(one['shares']) &&
    (one['price'] === null || isBetween(one['price'], 0, highestPrice)) &&
    isBetween(one['fee'], 0, highestAmount) &&
    (one['boughtOn'] === undefined || isStoredDay(one['boughtOn'])) &&
    (lots === undefined ||
      (Array.isArray(lots) && lots.every((lot) => isText(lot?.id, 200) && isCount(lot?.shares))))
  )
})

/** Days up to the 28th exist in every month. */
function isStoredDay(day: unknown): boolean {
  return typeof day === 'string' && dayForm.test(day) && (Number(day.slice(8)) <= 28 || isDay(day))
}

function isOneOf(types: readonly string[], type: string): boolean {
  return types.includes(type)
}

/** Stored form, also of backups. A change of the format raises `version`. */
const StoredPortfolio = z.object({
  version: z.literal(2),
  transactions: z.array(StoredTransaction),
  /** Cost method of accounts; others use first in, first out. */
  methods: z.array(z.object({ account: z.string(), method: z.enum(costMethods) })),
  /** Kinds of accounts; others are taxable. */
  kinds: z.optional(z.array(z.object({ account: z.string(), kind: z.enum(accountKinds) }))),
  taxPercent: TaxPercent,
  /** Percent withheld from payments to a holder outside the US. */
  withholdingPercent: z.optional(TaxPercent),
  /** Planned contributions by fund; funds left out get none. */
  plans: z.optional(
    z.array(
      z.object({
        symbol: z.string().check(z.regex(symbolForm)),
        monthlyDollars: z.number().check(z.gte(0), z.lte(highestAmount)),
        isReinvested: z.boolean()
      })
    )
  ),
  goal: GoalSum
})
export type StoredPlan = NonNullable<z.infer<typeof StoredPortfolio>['plans']>[number]
export type Portfolio = Omit<z.infer<typeof StoredPortfolio>, 'methods'> & { methods: AccountMethod[] }

/** Version 1 had purchases only; pages of that version leave version 2 untouched. */
const FirstPortfolio = z.object({
  version: z.literal(1),
  lots: z.array(
    z.object({
      id: Id,
      symbol: z.string().check(z.regex(/^[A-Z]{1,5}$/)),
      shares: Shares,
      boughtOn: z.iso.date(),
      price: Price
    })
  ),
  taxPercent: TaxPercent,
  goal: GoalSum
})

export const emptyPortfolio: Portfolio = {
  ...{ version: 2, transactions: [], methods: [], taxPercent: null, goal: null }
}

/** `unreadable`: stored text that this version can't read. Only the visitor can discard it. */
export type ReadPortfolio =
  | { status: 'readable'; portfolio: Portfolio }
  | { status: 'closed' }
  | { status: 'unreadable'; text: string }

export function readPortfolio(): ReadPortfolio {
  try {
    return parsePortfolio(window.localStorage.getItem(storageKeys.portfolio))
  } catch {
    return { status: 'closed' }
  }
}

/** @param text null if nothing is stored */
export function parsePortfolio(text: string | null): Exclude<ReadPortfolio, { status: 'closed' }> {
  if (text === null) return { status: 'readable', portfolio: emptyPortfolio }
  try {
    const stored: unknown = JSON.parse(text)
    const portfolio = StoredPortfolio.safeParse(stored)
    if (portfolio.success) return { status: 'readable', portfolio: portfolio.data }
    const first = FirstPortfolio.safeParse(stored)
    if (first.success) return { status: 'readable', portfolio: upgrade(first.data) }
  } catch {
    // The text isn't JSON.
  }
  return { status: 'unreadable', text }
}

/** Lots of version 1 become purchases with the same id. */
function upgrade({ lots, taxPercent, goal }: z.infer<typeof FirstPortfolio>): Portfolio {
  const transactions = lots.map(({ id, symbol, shares, boughtOn, price }): Transaction => {
    return { id, account: '', type: 'buy', symbol, date: boughtOn, shares, price, fee: 0 }
  })
  return { ...emptyPortfolio, transactions, taxPercent, goal }
}

/** Returns whether it was saved: storage may be full or closed. */
export function savePortfolio(portfolio: Portfolio): boolean {
  try {
    if (isEmpty(portfolio)) window.localStorage.removeItem(storageKeys.portfolio)
    else window.localStorage.setItem(storageKeys.portfolio, JSON.stringify(portfolio))
    return true
  } catch {
    return false
  }
}

function isEmpty({ transactions, taxPercent, goal }: Portfolio): boolean {
  return transactions.length === 0 && taxPercent === null && goal === null
}
