import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** Months since the shares were bought; 'all' is since the fund's first known close. */
export const RoiMonths = z.enum(['12', 'all'], 'months must be 12 or all.')
export type RoiMonths = z.infer<typeof RoiMonths>

/**
 * Return of a fund since `months` ago. Money is dollars a share on today's share basis;
 * total_roi = (declaration_date_price + total_dividends - earliest_price) / earliest_price x 100.
 */
export const RoiEntry = z.object({
  symbol: z.string(),
  name: z.string(),
  issuer: z.string(),
  /** The close on which the newest payment was declared, or an older one if that is missing; 0 without any. */
  declaration_date_price: z.number(),
  /** The day of that close. */
  declaration_date: z.nullable(z.string()),
  /** The close at the start of the period and its day; 0 without any, as for a younger fund. */
  earliest_price: z.number(),
  earliest_date: z.nullable(z.string()),
  /** All payments with an ex-date after earliest_date, up to declaration_date. */
  total_dividends: z.number(),
  /** Percent of earliest_price; null without one. */
  price_change: z.nullable(z.number()),
  total_roi: z.nullable(z.number()),
  /** Whether declaration_date_price belongs to the newest payment. */
  is_price_recent: z.boolean(),
  /** The newest day in the data. */
  as_of: z.string()
})
export type RoiEntry = z.infer<typeof RoiEntry>

/** Best total_roi first, ties by symbol; funds without one come last. */
export const readRoiRankings = defineEndpoint('public', 'GET', '/api/roi-rankings', {
  input: z.object({ months: z._default(RoiMonths, 'all') }),
  output: z.array(RoiEntry)
})

/** Weeks since the shares were bought; 'all' is since the fund's first known close. */
export const BattleWeeks = z.enum(['4', '12', '26', '52', 'all'], 'weeks must be 4, 12, 26, 52 or all.')
export type BattleWeeks = z.infer<typeof BattleWeeks>

/** Default of the page and of the endpoint. */
export const defaultWeeks: BattleWeeks = '52'

/** Days are YYYY-MM-DD, money is dollars a share on today's share basis, yields and changes are percent. */
export const BattleEntry = z.object({
  symbol: z.string(),
  name: z.string(),
  issuer: z.string(),
  /** Payments a year: 52, 13 or 12. */
  payment_frequency: z.number(),
  frequency_label: z.string(),
  /** Percent a year: latest_dividend x payment_frequency / cost_price x 100. */
  yield_on_cost: z.number(),
  /** The same a week earlier; null if the fund could not be ranked then. */
  yield_on_cost_before: z.nullable(z.number()),
  latest_dividend: z.number(),
  latest_ex_date: z.string(),
  latest_payment_date: z.string(),
  /** The close at which the shares were bought. */
  cost_price: z.number(),
  cost_date: z.string(),
  price: z.number(),
  price_date: z.string(),
  /** Percent of cost_price. */
  price_change: z.number(),
  /** Payments with an ex-date after cost_date, up to price_date. */
  dividends_since: z.number(),
  /** Percent of cost_price: price change and payments, nothing reinvested. */
  total_return: z.number(),
  next_ex_date: z.nullable(z.string())
})
export type BattleEntry = z.infer<typeof BattleEntry>

/** A fund that can't be ranked. `since` is the day of its first price, last ex-date or last price. */
export const LeftOutFund = z.object({
  symbol: z.string(),
  reason: z.enum(['too-young', 'inactive', 'payments-missing', 'no-recent-price']),
  since: z.nullable(z.string())
})
export type LeftOutFund = z.infer<typeof LeftOutFund>

export const WeeklyBattle = z.object({
  weeks: BattleWeeks,
  as_of: z.string(),
  /** Day of yield_on_cost_before. */
  week_before: z.string(),
  /** Best yield_on_cost first, ties by symbol. */
  entries: z.array(BattleEntry),
  left_out: z.array(LeftOutFund)
})
export type WeeklyBattle = z.infer<typeof WeeklyBattle>

export const readWeeklyBattle = defineEndpoint('public', 'GET', '/api/weekly-battle', {
  input: z.object({ weeks: z._default(BattleWeeks, defaultWeeks) }),
  output: WeeklyBattle
})
