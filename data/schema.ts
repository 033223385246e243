import * as z from 'zod'
import { familyFrequencies, paymentSettings } from '../admin-api/contract/vocabulary.ts'

const Day = z.iso.date()
const Ticker = z.string().regex(/^[A-Z]{1,5}$/, 'must be 1 to 5 capital letters')
const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a plain decimal number')
  .transform(Number)
const count = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)
const emptyAsNull = z.literal('').transform(() => null)

const yesOrNo = z.enum(['yes', 'no']).transform((word) => word === 'yes')

export const FamilyFact = z.strictObject({
  family: z.string().regex(/^[a-z][a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens'),
  name: z.string().min(1),
  setting: z.enum(paymentSettings),
  rules: z.string().transform((names) => names.split(' ').filter((name) => name !== '')),
  frequency: z.enum(familyFrequencies),
  pay_lag: count,
  price_lag: count,
  ex_closed: z.enum(['next', 'previous']),
  announcement_closed: z.enum(['next', 'stay']),
  payment_slips: z.enum(['previous', 'stay']),
  skips_bank_holidays: yesOrNo,
  top_rate: z.union([emptyAsNull, decimal]),
  about: z.string().min(1)
})
export type FamilyFact = z.infer<typeof FamilyFact>

export const FundFact = z.strictObject({
  symbol: Ticker,
  name: z.string().min(1),
  issuer: z.string().min(1),
  family: z.string(),
  underlying: z.string(),
  batch: z.string().min(1),
  first_price_day: Day,
  inception: z.union([emptyAsNull, Day]),
  /** Net, percent a year; null if unknown, never 0. */
  expense_ratio: z.union([emptyAsNull, decimal.refine((percent) => percent > 0, 'must be above 0')]),
  /** Day of the prospectus or page, or its year; null without a ratio. */
  expense_as_of: z.union([emptyAsNull, Day, z.string().regex(/^20\d{2}$/, 'must be a day or a year')]),
  expense_source: z.string(),
  /** Why the ratio may be wrong or not the whole cost. */
  expense_caution: z.string(),
  note: z.string()
})
export type FundFact = z.infer<typeof FundFact>

export const DividendFact = z.strictObject({
  symbol: Ticker,
  ex_date: Day,
  ex_date_basis: z.enum(['source', 'derived']),
  pay_date: Day,
  pay_date_basis: z.enum(['source', 'derived']),
  amount_as_paid: z.union([emptyAsNull, decimal]),
  amount: decimal,
  n_sources: count.refine((sources) => sources > 0, 'must be at least 1'),
  agreement: z.enum(['yes', 'single', 'no']),
  sources: z.string().min(1)
})
export type DividendFact = z.infer<typeof DividendFact>

export const PriceFact = z.strictObject({
  symbol: Ticker,
  date: Day,
  close: decimal.refine((close) => close > 0, 'must be above 0'),
  basis: z.enum(['stored', 'reconstructed', 'stale'])
})
export type PriceFact = z.infer<typeof PriceFact>

/** Close of an underlying (Yahoo symbol) on the share basis of its newest one; points of an index, such as ^VIX. */
export const UnderlyingFact = z.strictObject({ ...PriceFact.shape, symbol: z.string().min(1) })
export type UnderlyingFact = z.infer<typeof UnderlyingFact>

export const SplitFact = z.strictObject({
  symbol: Ticker,
  /** Null for an unknown day; all amounts and prices are already on the basis after the split. */
  date: z.union([emptyAsNull, Day]),
  old_shares: count.refine((shares) => shares > 0, 'must be at least 1'),
  new_shares: count.refine((shares) => shares > 0, 'must be at least 1'),
  basis: z.string().min(1)
})
export type SplitFact = z.infer<typeof SplitFact>

/** Share of a payment that is return of capital, by 19a notice (of an ex-date) or final (of a calendar year). */
export const RocFact = z.strictObject({
  symbol: Ticker,
  ex_date_or_year: z.union([Day, z.string().regex(/^20\d{2}$/, 'must be a day or a year')]),
  kind: z.enum(['19a', 'final']),
  roc_percent: decimal.refine((percent) => percent <= 100, 'must be at most 100'),
  source: z.string().min(1)
})
export type RocFact = z.infer<typeof RocFact>

/** Another symbol of a fund: `former_symbol` became `symbol`, and one of the two is in funds.csv. */
export const FormerSymbolFact = z.strictObject({
  former_symbol: Ticker,
  symbol: Ticker,
  /** First day with the new symbol; null if unknown. */
  changed_on: z.union([emptyAsNull, Day]),
  /** Days between which the symbol changed, the last one included; null for an unknown bound. */
  not_before: z.union([emptyAsNull, Day]),
  not_after: z.union([emptyAsNull, Day]),
  source: z.string().min(1)
})
export type FormerSymbolFact = z.infer<typeof FormerSymbolFact>

/** CUSIP and ISIN of a fund. A reverse split gives it new ones. */
export const IdentifierFact = z.strictObject({
  symbol: Ticker,
  cusip: z.string().refine(isCusip, 'must be a CUSIP with its check digit'),
  isin: z.string().refine(isIsin, 'must be an ISIN with its check digit'),
  /** Day of the split that replaced them; null for current ones. */
  valid_until: z.union([emptyAsNull, Day])
})
export type IdentifierFact = z.infer<typeof IdentifierFact>

function isCusip(text: string): boolean {
  if (!/^[0-9A-Z]{8}\d$/.test(text)) return false
  const values = Array.from(text.slice(0, 8), (character, i) => parseInt(character, 36) * (1 + (i % 2)))
  return (digitSum(values) + Number(text[8])) % 10 === 0
}

function isIsin(text: string): boolean {
  if (!/^[A-Z]{2}[0-9A-Z]{9}\d$/.test(text)) return false
  const digits = Array.from(text, (character) => parseInt(character, 36)).join('')
  return (
    digitSum(
      Array.from(digits)
        .reverse()
        .map((digit, i) => Number(digit) * (1 + (i % 2)))
    ) %
      10 ===
    0
  )
}

/** Adds the digits of numbers below 100. */
function digitSum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + Math.floor(value / 10) + (value % 10), 0)
}

export type Facts = {
  /** In display order. */
  families: FamilyFact[]
  funds: FundFact[]
  dividends: DividendFact[]
  prices: PriceFact[]
  splits: SplitFact[]
  returnOfCapital: RocFact[]
  underlyings: UnderlyingFact[]
  formerSymbols: FormerSymbolFact[]
  identifiers: IdentifierFact[]
}
