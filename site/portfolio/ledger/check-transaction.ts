import { formatCount, isCalendarDay } from '../../lib/format.ts'
import { cashTypes, shareChangeTypes, type TransactionType, tradeTypes } from './transaction.ts'

/** Limits of a transaction; larger values are typos. */
const maxShares = 9_999_999
export const highestPrice = 1_000_000
export const highestAmount = 1_000_000_000

// Funds that the site doesn't cover have other symbols too: BRK.B, VUSA.L, an ISIN.
export const symbolForm = /^[A-Z0-9][A-Z0-9.\-/ ]{0,23}$/
const dayForm = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/**
 * Sentence on why a transaction can't be saved, or null. The form, the import and storage have this check in common,
 * so that all that is saved can be read. Written by hand, because a schema takes ten times as long for the thousands
 * of transactions of a long history.
 */
export function faultOfTransaction(transaction: unknown): string | null {
  if (typeof transaction !== 'object' || transaction === null) return 'This is not a transaction.'
  const row = transaction as { [field in string]?: unknown }
  if (!isText(row['account'], 60)) return 'The name of the account is longer than 60 characters.'
  if (typeof row['symbol'] !== 'string' || !symbolForm.test(row['symbol'])) return 'The symbol can’t be read.'
  if (!isStoredDay(row['date'])) return 'The date can’t be read.'
  const { source = '', importId = '' } = row
  if (!isText(source, 500) || !isText(importId, 200)) return 'Its source is too long.'
  const type = String(row['type'])
  if (isOneOf(cashTypes, type)) return faultOfFigure(type, 'amount', row['amount'])
  if (isOneOf(shareChangeTypes, type)) return faultOfFigure(type, 'shares', row['shares'])
  if (!isOneOf(tradeTypes, type)) return 'This kind of transaction isn’t known.'
  const { shares, price, fee, boughtOn, lots } = row
  const fault =
    faultOfFigure(type, 'shares', shares) ??
    (price === null ? null : faultOfFigure(type, 'price', price)) ??
    faultOfFigure(type, 'fee', fee)
  if (fault !== null) return fault
  if (boughtOn !== undefined && !isStoredDay(boughtOn))
    return 'The day of the original purchase can’t be read.'
  const areLots =
    lots === undefined ||
    (Array.isArray(lots) && lots.every((lot) => isText(lot?.id, 200) && isCount(lot?.shares)))
  return areLots ? null : 'The purchases that it was sold from can’t be read.'
}

type Figure = 'shares' | 'price' | 'fee' | 'amount'

const faults: Record<Figure | 'change', string> = {
  change: 'The change in shares must be a number, such as -400 if 500 shares became 100.',
  shares: `The shares must be a number above 0, up to ${formatCount(maxShares)}.`,
  price: `The price must be from 0 to ${formatCount(highestPrice)} dollars, or empty.`,
  fee: 'The fee must be a number of dollars, or empty.',
  amount: 'The amount must be a number of dollars.'
}

/** Sentence on why a figure isn't valid in a transaction of a type, or null. */
export function faultOfFigure(type: TransactionType, field: Figure, value: unknown): string | null {
  const isChange = field === 'shares' && isOneOf(shareChangeTypes, type)
  const isValid = {
    shares: isChange ? isBetween(value, -maxShares, maxShares) && value !== 0 : isCount(value),
    price: isBetween(value, 0, highestPrice),
    fee: isBetween(value, 0, highestAmount),
    amount: isBetween(value, -highestAmount, highestAmount)
  }
  return isValid[field] ? null : faults[isChange ? 'change' : field]
}

/** Text of a transaction, valid or not, for messages: 'buy, Schwab, MSTY, 2026-05-04, 2, -5' */
export function textOfRow(row: unknown): string {
  if (typeof row !== 'object' || row === null) return JSON.stringify(row)
  const { type, account, symbol, date, shares, price, fee, amount } = row as { [field in string]?: unknown }
  return [type, account, symbol, date, shares, price, fee, amount]
    .filter((value) => value !== undefined && value !== null && value !== '')
    .map(String)
    .join(', ')
}

function isText(text: unknown, longest: number): boolean {
  return typeof text === 'string' && text.length <= longest
}

function isBetween(figure: unknown, least: number, most: number): boolean {
  return typeof figure === 'number' && figure >= least && figure <= most
}

function isCount(shares: unknown): boolean {
  return isBetween(shares, Number.MIN_VALUE, maxShares)
}

/** Days up to the 28th exist in every month. */
function isStoredDay(day: unknown): boolean {
  return typeof day === 'string' && dayForm.test(day) && (Number(day.slice(8)) <= 28 || isCalendarDay(day))
}

/** Whether a type is one of a list, such as `cashTypes`. */
export function isOneOf<Type extends string>(types: readonly Type[], type: string): type is Type {
  return (types as readonly string[]).includes(type)
}
