import * as z from 'zod/mini'
import { families, fundStates, issuers, stateCauses } from './vocabulary.ts'
import { Group } from './collection.ts'
import { defineEndpoint } from './endpoint.ts'
import { Ticker } from './stock.ts'
import { calendarDay, Message } from './wire.ts'

const mostOfName = 120
const nameRule = `name must have 3 to ${mostOfName} characters`
const FundName = z.pipe(
  z.pipe(
    z.string(nameRule),
    z.transform((name: string) => name.trim())
  ),
  z.string().check(z.minLength(3, nameRule), z.maxLength(mostOfName, nameRule))
)

const underlyingRule = 'underlying must be a symbol of Yahoo Finance such as MSTR or ^GSPC, or empty'
/** Empty for a portfolio. */
const Underlying = z.pipe(
  z.pipe(
    z.string(underlyingRule),
    z.transform((text: string) => text.trim().toUpperCase())
  ),
  z.string().check(z.regex(/^(?:\^?[A-Z0-9][A-Z0-9.=-]{0,11})?$/, underlyingRule))
)

const ManagedFund = z.object({
  symbol: z.string(),
  name: z.string(),
  issuer: z.string(),
  family: z.enum(families),
  underlying: z.nullable(z.string()),
  group: z.string(),
  state: z.enum(fundStates),
  /** Since when it is not open, and why; both null for one that was never anything but open. */
  state_since: z.nullable(z.string()),
  state_cause: z.nullable(z.enum(stateCauses)),
  /** Whatever the data says of it besides. */
  note: z.string(),
  former_symbols: z.array(z.string()),
  latest_payment: z.nullable(z.object({ ex_date: z.string(), amount: z.number() })),
  newest_price_day: z.nullable(z.string())
})
export type ManagedFund = z.infer<typeof ManagedFund>

/** Every fund by symbol, and whether the source at hand can collect a new one. */
export const readFunds = defineEndpoint({
  method: 'GET',
  path: '/api/admin/funds',
  access: 'admin',
  input: z.object({}),
  output: z.object({ funds: z.array(ManagedFund), can_add: z.boolean() })
})

/** Collects the whole history of a new fund and adds it with that; all or nothing. */
export const addFund = defineEndpoint({
  method: 'POST',
  path: '/api/admin/funds',
  access: 'admin',
  input: z.object({
    symbol: Ticker,
    name: FundName,
    issuer: z.enum(issuers, `issuer must be one of ${issuers.join(', ')}`),
    family: z.enum(families, `family must be one of ${families.join(', ')}`),
    underlying: Underlying,
    group: Group
  }),
  output: z.object({ symbol: z.string(), message: z.string() }),
  success: 201
})

/** Closes, retires or reopens a fund. Without a day it counts from today. */
export const setFundState = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/funds/:ticker/state',
  access: 'admin',
  input: z.object({
    ticker: Ticker,
    state: z.enum(fundStates, `state must be one of ${fundStates.join(', ')}`),
    since: z.optional(calendarDay('since'))
  }),
  output: Message
})

/** Gives a fund another symbol, and another name where one is sent; its old address leads on. */
export const renameFund = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/funds/:ticker/symbol',
  access: 'admin',
  input: z.object({ ticker: Ticker, new_symbol: Ticker, name: z.optional(FundName) }),
  output: z.object({ symbol: z.string(), message: z.string() })
})

export const moveFund = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/funds/:ticker/group',
  access: 'admin',
  input: z.object({ ticker: Ticker, group: Group }),
  output: Message
})
