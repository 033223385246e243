import type { IncomeFund } from '../../../admin-api/contract/fund-page.ts'
import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { yearOf } from '../../../admin-api/returns/outlook-sums.ts'
import { formatCount, formatDay, formatDividend, formatMoney, formatYield } from '../../lib/format.ts'

type Terms = Pick<StockResult, 'dividend' | 'low' | 'high' | 'price' | 'payment_frequency'> &
  Partial<Pick<StockResult, 'outlook'>>

/** Amounts in dollars. `year` is null without an outlook, `compounded` without a price. */
export type Calculation =
  | { status: 'enter-shares' }
  | { status: 'unavailable' }
  | {
      status: 'ready'
      payout: number
      low: number
      high: number
      /** If every payment matches the estimate. */
      yearly: number
      /** Payments of the next 12 months with their 80 % range. */
      year: { amount: number; low: number; high: number } | null
      compounded: number | null
      countdown: { payments: number; unit: PeriodUnit }
    }

export const treasureGoal = 1000
const monthsAYear = 12
/** Estimates have four decimals, averages of a year more. */
const millionths = 1_000_000
export const quickPicks = [10, 50, 100, 200, 500, 1000] as const
/** Number of shares in the example, unless the visitor owns some, and in links while the field is empty. */
export const defaultShares = 100

/** Unit in which payments are counted; 'Payments' for a fund with more or fewer than one in each week or month. */
export type PeriodUnit = 'Weeks' | 'Months' | 'Payments'

/** A payment every four weeks counts as one a month. */
const monthly: ReadonlySet<number> = new Set([12, 13])

export function unitOf({ payment_frequency }: Pick<StockResult, 'payment_frequency'>): PeriodUnit {
  if (payment_frequency === 52) return 'Weeks'
  return monthly.has(payment_frequency) ? 'Months' : 'Payments'
}

/** Income of a number of shares if the estimate comes true. */
export function calculate(shares: number, terms: Terms): Calculation {
  if (!(terms.dividend > 0)) return { status: 'unavailable' }
  if (!Number.isInteger(shares) || shares <= 0) return { status: 'enter-shares' }
  const payout = shares * terms.dividend
  const sum = yearOf(terms.outlook ?? [])
  return {
    status: 'ready',
    payout,
    low: shares * terms.low,
    high: shares * terms.high,
    yearly: payout * terms.payment_frequency,
    year:
      sum === undefined
        ? null
        : {
            amount: shares * sum.amount,
            low: shares * (sum.low ?? sum.amount),
            high: shares * (sum.high ?? sum.amount)
          },
    compounded: compoundedAnnualPayout(shares, terms),
    countdown: {
      payments: Math.ceil(treasureGoal / payout),
      unit: unitOf(terms)
    }
  }
}

/**
 * Growth of shares x price over a year if each payment buys more at the same price: start x (1 + dividend /
 * price)^payments - start. An upper bound: real prices fall by what is paid out.
 */
function compoundedAnnualPayout(
  shares: number,
  { dividend, price, payment_frequency }: Terms
): number | null {
  if (!(price > 0)) return null
  const start = shares * price
  return start * (1 + dividend / price) ** payment_frequency - start
}

/** Dollars a month. */
export const defaultIncome = 500

export const holdsWhile = 'Based on the average of the next 12 months; later payments may be smaller.'

/**
 * Dollars a share and payment on average over the next 12 months, and at the low end of their range; the estimate of the
 * next payment where no year is known.
 */
export function averagePayment(
  stock: Pick<StockResult, 'dividend' | 'low' | 'payment_frequency' | 'outlook'>
): { amount: number; low: number } {
  const year = yearOf(stock.outlook)
  if (year === undefined) return { amount: stock.dividend, low: stock.low }
  const perPayment = (dollars: number) => dollars / stock.payment_frequency
  return { amount: perPayment(year.amount), low: perPayment(year.low ?? year.amount) }
}

/** A holding that pays an income, and its price in dollars. */
export type IncomeHolding = { shares: number; dollars: number }

/**
 * The holding whose payments are a monthly income on average, a twelfth of a year's: whole shares, rounded up, at
 * the newest close. Null without an income, a payment or a close.
 * @param income dollars a month
 * @param amount dollars a share and payment, from averagePayment
 */
export function holdingForIncome(
  income: number,
  amount: number,
  fund: Pick<StockResult, 'payment_frequency' | 'latest_close'> & { price?: number }
): IncomeHolding | null {
  // A result that an earlier release stored has no newest close.
  const price = fund.latest_close?.close ?? fund.price ?? 0
  if (!(income > 0 && amount > 0 && price > 0)) return null
  // Whole numbers divide exactly: 12 x 300 / (0.0375 x 12) is a little more than 8,000 in floating point.
  const yearly = Math.round(amount * millionths) * fund.payment_frequency
  const shares = Math.ceil((monthsAYear * Math.round(income * millionths)) / yearly)
  return { shares, dollars: shares * price }
}

/** Uses of payments: all is spent, or as much is reinvested as kept the value of the holding in the past year. */
export type PaymentUse = 'spend' | 'keep'

/**
 * The holding whose payments are a monthly income after enough of each is reinvested to keep its value, with the share
 * of the past year. As its value stays, so do its payments: each counts as the estimate of the next one, or as its low
 * end if the year is at its low end. Where a year of smaller payments takes more even if all are spent, that counts.
 * Null if all of them were not enough, or too little is known.
 */
export function holdingThatKeeps(
  income: number,
  fund: Pick<IncomeFund, 'pastYear' | 'dividend' | 'low' | 'payment_frequency' | 'latest_close' | 'outlook'>,
  end: 'amount' | 'low' = 'amount'
): IncomeHolding | null {
  const reinvested = fund.pastYear?.reinvestedShare ?? 1
  if (reinvested >= 1) return null
  const average = averagePayment(fund)
  const equal = (fund.dividend * average[end]) / average.amount
  const kept = holdingForIncome(income / (1 - reinvested), equal, fund)
  const spent = holdingForIncome(income, average[end], fund)
  return kept !== null && spent !== null && spent.shares > kept.shares ? spent : kept
}

/** More than nine million shares, or dollars a month, is a typo. */
const maxDigits = 7
export const highestTyped = 10 ** maxDigits - 1

/** Text of a field, its number (0 if empty or unreadable), and what is wrong with it. */
export type TypedNumber = { text: string; value: number; fault: string | null }

const nothingTyped: TypedNumber = { text: '', value: 0, fault: null }
const limited = `Limited to ${formatCount(highestTyped)}.`

/** Digits without leading zeros, thousands separated. */
export function readWholeNumber(typed: string): TypedNumber {
  const digits = typed.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  if (digits === '') return nothingTyped
  const value = Number(digits.slice(0, maxDigits))
  return { text: formatCount(value), value, fault: digits.length > maxDigits ? limited : null }
}

/** Dollars with up to two decimals, which may be typed or pasted as '$1,234.50'; further decimals are cut off. */
export function readDollars(typed: string): TypedNumber {
  const plain = typed.replace(/[^\d.,]/g, '')
  const [whole = '', ...cents] = plain.split('.')
  if (cents.length === 0) return readWholeNumber(whole)
  // '1.234,56' is another notation, and '1.2.3' is none.
  if (cents.length > 1 || cents.join('').includes(','))
    return { text: plain, value: 0, fault: 'Use a point for cents only, as in 1,234.56.' }
  const { text, fault } = readWholeNumber(whole || '0')
  const shown = `${text}.${cents.join('').slice(0, 2)}`
  return { text: shown, value: Number(shown.replaceAll(',', '')), fault }
}

/** Caret position with as many digits, or points, to its left as before. */
export function caretAfterDigits(text: string, digitsOnLeft: number): number {
  if (digitsOnLeft <= 0) return 0
  let seen = 0
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] !== ',') seen += 1
    if (seen === digitsOnLeft) return index + 1
  }
  return text.length
}

/** Link that opens a prepared post. `pageUrl` is added if known. */
export function shareLink(
  stock: Pick<StockResult, 'symbol' | 'dividend' | 'annualized_yield' | 'next_ex_date'>,
  shares: number,
  pageUrl: string | null,
  today: string
): string {
  const which =
    stock.next_ex_date < today
      ? `the distribution expected on ${formatDay(stock.next_ex_date)}`
      : 'the next distribution'
  const text =
    `⚓ ${formatCount(shares)} shares of $${stock.symbol} could bring ${formatMoney(shares * stock.dividend)} ` +
    `at ${which}: an estimated ${formatDividend(stock.dividend)} a share, ` +
    `${formatYield(stock.annualized_yield)} annualized. Not financial advice.`
  const intent = new URL('https://x.com/intent/post')
  intent.searchParams.set('text', text)
  if (pageUrl !== null) intent.searchParams.set('url', pageUrl)
  return intent.href
}
