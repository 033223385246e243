import * as z from 'zod/mini'
import { Group } from './collection.ts'
import { calendarDay } from './days.ts'
import { defineAction, defineEndpoint } from './endpoint.ts'
import { enumOf, RowId, trimmedText } from './fields.ts'
import { Ticker } from './stock.ts'
import { fundStates, type NoticeKind, noticeKinds, stateCauses } from './vocabulary.ts'

const FundName = trimmedText('name', 3, 120)

const underlyingRule = 'underlying must be a symbol of Yahoo Finance such as MSTR or ^GSPC, or empty'
/** Empty for a portfolio. */
const Underlying = z
  .string(underlyingRule)
  .check(z.trim(), z.toUpperCase(), z.regex(/^(?:\^?[A-Z0-9][A-Z0-9.=-]{0,11})?$/, underlyingRule))

const ManagedFund = z.object({
  symbol: z.string(),
  name: z.string(),
  issuer: z.string(),
  family: z.string(),
  underlying: z.nullable(z.string()),
  group: z.string(),
  state: z.enum(fundStates),
  /** Day since which it is not open, and the cause; both null if it was always open. */
  state_since: z.nullable(z.string()),
  state_cause: z.nullable(z.enum(stateCauses)),
  /** Note from the data files. */
  note: z.string(),
  former_symbols: z.array(z.string()),
  latest_payment: z.nullable(z.object({ ex_date: z.string(), amount: z.number() })),
  newest_price_day: z.nullable(z.string())
})
export type ManagedFund = z.infer<typeof ManagedFund>

/** All funds by symbol, families in display order, issuers by name, and whether new funds can be collected. */
export const readFunds = defineEndpoint('admin', 'GET', '/api/admin/funds', {
  output: z.object({
    funds: z.array(ManagedFund),
    families: z.array(z.object({ id: z.string(), name: z.string() })),
    issuers: z.array(z.string()),
    /** Symbols of the funds that the home page lists first. */
    home_funds: z.array(z.string()),
    can_add: z.boolean()
  })
})

/** Adds a new fund with its whole collected history; all or nothing. */
export const addFund = defineEndpoint('admin', 'POST', '/api/admin/funds', {
  input: z.object({
    symbol: Ticker,
    name: FundName,
    issuer: trimmedText('issuer', 2, 60),
    family: z.string('family must be the id of a family'),
    underlying: Underlying,
    group: Group
  }),
  output: z.object({ symbol: z.string(), message: z.string() }),
  success: 201
})

/** Closes, retires or reopens a fund, since today if no day is given. */
export const setFundState = defineAction('PUT', '/api/admin/funds/:ticker/state', {
  ticker: Ticker,
  state: enumOf('state', fundStates),
  since: z.optional(calendarDay('since'))
})

/** Changes a fund's symbol, and its name if one is given; its old address redirects to the new one. */
export const renameFund = defineEndpoint('admin', 'PUT', '/api/admin/funds/:ticker/symbol', {
  input: z.object({ ticker: Ticker, new_symbol: Ticker, name: z.optional(FundName) }),
  output: z.object({ symbol: z.string(), message: z.string() })
})

export const moveFund = defineAction('PUT', '/api/admin/funds/:ticker/group', {
  ticker: Ticker,
  group: Group
})

/** Chooses the funds that the home page lists first, in this order; an empty list restores the usual ones. */
export const saveHomeFunds = defineAction('PUT', '/api/admin/home-funds', {
  tickers: z.array(Ticker, 'tickers must be a list').check(z.maxLength(24, 'tickers must be at most 24'))
})

const NewFundChoice = z.object({
  symbol: z.string(),
  name: z.string(),
  /** Suggestions; '' without one. */
  issuer: z.string(),
  family: z.string(),
  underlying: z.string(),
  group: z.string(),
  /** Whether there is such a fund already. */
  is_known: z.boolean()
})
export type NewFundChoice = z.infer<typeof NewFundChoice>

/** Finds funds to add by words of symbol, name or issuer, on the list of all US ETFs or, without a live source, ours. */
export const findNewFunds = defineEndpoint('admin', 'GET', '/api/admin/fund-choices', {
  input: z.object({
    q: z._default(z.string('q must be text').check(z.maxLength(60, 'q must have at most 60 characters')), '')
  }),
  output: z.object({ funds: z.array(NewFundChoice) })
})

/** Announcement about a fund in a filing with the SEC. A draft is shown to the operator only. */
const FundNotice = z.object({
  id: z.number(),
  ticker: z.string(),
  /** All funds that the draft's filing names; of a published notice its own fund. */
  tickers: z.array(z.string()),
  kind: z.enum(Object.keys(noticeKinds) as NoticeKind[]),
  status: z.enum(['draft', 'confirmed']),
  sentence: z.string(),
  effective_on: z.nullable(z.string()),
  form: z.string(),
  filed_on: z.string(),
  /** The filing at the SEC. */
  url: z.string()
})
export type FundNotice = z.infer<typeof FundNotice>

/** Drafts first, then newest first. */
export const readFundNotices = defineEndpoint('admin', 'GET', '/api/admin/fund-notices', {
  output: z.object({ notices: z.array(FundNotice) })
})

/** Publishes a draft with the operator's words for its funds, or changes a confirmed notice of one. */
export const confirmFundNotice = defineAction('PUT', '/api/admin/fund-notices/:id', {
  id: RowId,
  sentence: trimmedText('sentence', 10, 500),
  /** Symbols among the draft's funds, separated by commas; the draft is dismissed for others. Without it all of them. */
  funds: z.optional(trimmedText('funds', 1, 1000)),
  effective_on: calendarDay('effective_on')
})

/** Removes a draft with all its funds, or a confirmed notice; the same filing makes no draft again. */
export const dismissFundNotice = defineAction('DELETE', '/api/admin/fund-notices/:id', { id: RowId })
