import { isDay } from '../../../admin-api/contract/days.ts'
import { formatDay, readNumber } from '../../lib/format.ts'
import { faultOfFigure, isOneOf } from '../ledger/check-transaction.ts'
import {
  type AnyFields,
  cashTypes,
  keyOfTransaction,
  type NewTransaction,
  shareChangeTypes,
  type Transaction,
  type TransactionType
} from '../ledger/transaction.ts'

export type TransactionText = Record<Exclude<TransactionField, 'type'>, string> & { type: TransactionType }
/**
 * `boughtOn`: original purchase of transferred shares. `lot`: transaction whose shares a sale is taken from; empty:
 * first in, first out.
 */
export type TransactionField = keyof Omit<AnyFields, 'lots' | 'source' | 'importId'> | 'lot'

/** Fields that a type has besides type, account, fund and day. */
export const fieldsOfType: Record<TransactionType, readonly TransactionField[]> = {
  buy: ['shares', 'price', 'fee'],
  sell: ['shares', 'price', 'fee', 'lot'],
  reinvest: ['shares', 'price', 'fee'],
  'transfer-in': ['shares', 'price', 'boughtOn'],
  'transfer-out': ['shares'],
  'sell-short': ['shares', 'price', 'fee'],
  'buy-to-cover': ['shares', 'price', 'fee'],
  'cancel-buy': ['shares', 'price'],
  'cancel-sell': ['shares', 'price'],
  split: ['shares'],
  correction: ['shares'],
  cash: ['amount'],
  withheld: ['amount'],
  'cash-in-lieu': ['amount'],
  fee: ['amount']
}

const figureFields = ['shares', 'price', 'fee', 'amount'] as const

type Faults = Partial<Record<TransactionField, string>>
type ReadTransaction = { ok: true; transaction: NewTransaction } | { ok: false; faults: Faults }

/** The first such fund started in 2022; much earlier days are typos. */
const earliestDay = '2010-01-01'

/**
 * Fractional shares are allowed; an empty price means the close of the day, or unknown for a transfer.
 * @param symbols current symbol by every symbol, former ones included
 * @param today in New York
 */
export function readTransaction(
  text: TransactionText,
  { symbols, today }: { symbols: ReadonlyMap<string, string>; today: string }
): ReadTransaction {
  const { type, date, boughtOn } = text
  const fields = fieldsOfType[type]
  const typed = text.symbol.trim().toUpperCase()
  const symbol = symbols.get(typed)
  const wasMoved = fields.includes('boughtOn') && boughtOn !== ''
  const faults: Faults = {
    ...(symbol === undefined && {
      symbol:
        typed === '' ? 'Choose a fund.' : `We don’t cover a fund with the symbol “${typed.slice(0, 20)}”.`
    }),
    ...dayFault('date', date, today),
    ...(wasMoved && dayFault('boughtOn', boughtOn, isDay(date) ? date : today))
  }
  for (const field of figureFields.filter((each) => fields.includes(each))) {
    const isOmitted = (field === 'price' || field === 'fee') && text[field].trim() === ''
    const fault = isOmitted ? null : faultOfFigure(type, field, readNumber(text[field]))
    if (fault !== null) faults[field] = fault
  }
  if (symbol === undefined || Object.keys(faults).length > 0) return { ok: false, faults }
  const booking = { account: text.account.trim().slice(0, 60), symbol, date }
  const shares = readNumber(text.shares)
  if (isOneOf(cashTypes, type)) return ready({ ...booking, type, amount: readNumber(text.amount) })
  if (isOneOf(shareChangeTypes, type)) return ready({ ...booking, type, shares })
  return ready({
    ...booking,
    type,
    shares,
    price: fields.includes('price') && text.price.trim() !== '' ? readNumber(text.price) : null,
    fee: fields.includes('fee') && text.fee.trim() !== '' ? readNumber(text.fee) : 0,
    ...(type === 'sell' && text.lot !== '' && { lots: [{ id: text.lot, shares }] }),
    ...(wasMoved && { boughtOn })
  })
}

/** Adds the key of the imported transaction to an edited one, so that a second import adds nothing. */
export function withSource(next: Transaction, before: Transaction | null): Transaction {
  return before === null ? next : { ...next, source: keyOfTransaction(before) }
}

export function textOfTransaction(transaction: AnyFields): TransactionText {
  const { type, account, symbol, date, shares, price, fee, amount, boughtOn = '', lots } = transaction
  const textOf = (figure: number | null | undefined) => (figure == null ? '' : String(figure))
  return {
    type,
    account,
    symbol,
    date,
    boughtOn,
    shares: textOf(shares),
    price: textOf(price),
    fee: fee ? String(fee) : '',
    amount: textOf(amount),
    lot: lots?.[0]?.id ?? ''
  }
}

function ready(transaction: NewTransaction): ReadTransaction {
  return { ok: true, transaction }
}

function dayFault(field: 'date' | 'boughtOn', day: string, today: string): Faults {
  if (!isDay(day)) return { [field]: 'Enter the date.' }
  if (day > today)
    return { [field]: field === 'date' ? `${formatDay(day)} is in the future.` : 'Later than the transfer.' }
  if (day < earliestDay) return { [field]: `None of these funds existed on ${formatDay(day)}.` }
  return {}
}
