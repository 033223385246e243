import { expect, test } from 'vitest'
import { fleetFundsPath } from '../../../admin-api/contract/pages.ts'
import { openTestDatabase } from '../../../admin-api/testing/database.ts'
import { pages } from '../../../admin-api/testing/pages.ts'
import { type HeldFund, toFirstFund, toHeldFund } from './held-fund.ts'

/** What sums of a portfolio and the rows of its holdings are calculated from. */
function facts({ symbol, name, state, asOf, noEstimate, payments, upcoming, closes, splits }: HeldFund) {
  const close = closes.at(-1)
  return {
    symbol,
    name,
    state,
    asOf,
    noEstimate,
    splits,
    close: close && { date: close.date, close: close.close },
    payments: payments.map(({ exDate, payDate, amount }) => [exDate, payDate, amount]),
    upcoming: upcoming
      .filter(({ amount }) => amount !== null)
      .map(({ ex_date, pay_date, state, amount }) => [ex_date, pay_date, state, amount])
  }
}

test('the file of all funds and the file of each have the same facts', async () => {
  const { db, close } = await openTestDatabase('figures')
  const page = await pages.load(db, fleetFundsPath)
  if (page?.kind !== 'fleet-funds') throw new Error(`${fleetFundsPath} has another kind`)
  expect(page.data.funds.length).toBeGreaterThan(50)
  for (const row of page.data.funds) {
    const own = await pages.load(db, `/data/${row.symbol.toLowerCase()}.json`)
    if (own?.kind !== 'fund-data') throw new Error(`${row.symbol} has no file`)
    expect(facts(toFirstFund(row))).toEqual(facts(toHeldFund(own.data)))
    expect(row.former_symbols).toEqual(own.data.former_symbols)
  }
  await close()
})
