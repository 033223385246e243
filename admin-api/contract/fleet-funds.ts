import * as z from 'zod/mini'
import { day, described, list, orNull, text } from './described.ts'
import { defineEndpoint } from './endpoint.ts'
import { fleetFundsPath } from './pages.ts'
import { fundStates } from './vocabulary.ts'

const steps = (what: string) =>
  list(z.number(), `${what}: the first one, then the difference to the one before`)

/** Facts of a fund for the first view of a portfolio, in short columns. Amounts are on today's share basis. */
export const FleetFund = z.object({
  symbol: text('The current symbol'),
  former_symbols: list(z.string(), 'Other symbols of the fund'),
  name: z.string(),
  state: z.enum(fundStates),
  as_of: day('The newest day whose facts were used'),
  no_estimate: orNull(z.string(), 'Why there is no estimate'),
  close: orNull(z.object({ date: z.string(), close: z.number() }), 'The newest close'),
  splits: list(
    z.object({ date: z.nullable(z.string()), old_shares: z.number(), new_shares: z.number() }),
    'As in the file of the fund'
  ),
  payments: described(
    z.object({
      ex_days: steps('Ex-dates as days since 1970-01-01'),
      pay_lags: list(z.number(), 'Days from ex-date to pay date'),
      amounts: list(z.number(), 'Dollars a share')
    }),
    'Every payment we know, by ex-date; the lists have the same order'
  ),
  upcoming: described(
    z.object({
      ex_days: steps('Ex-dates as days since 1970-01-01'),
      pay_lags: list(z.number(), 'Days from ex-date to pay date'),
      states: text('A letter each: d declared, e estimated, p projected'),
      millionths: steps('Millionths of a dollar a share')
    }),
    'Coming payments with an amount, as in the file of the fund, without their ranges'
  )
})
export type FleetFund = z.infer<typeof FleetFund>

export const FleetFunds = z.object({ funds: list(FleetFund, 'All funds, by symbol') })
export type FleetFunds = z.infer<typeof FleetFunds>

/** One file for all portfolios: requesting it says nothing about the funds that somebody holds. */
export const readFleetFunds = defineEndpoint('public', 'GET', fleetFundsPath, { output: FleetFunds })
