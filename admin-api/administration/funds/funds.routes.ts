import { Router } from 'express'
import {
  addFund,
  type ManagedFund,
  moveFund,
  readFunds,
  renameFund,
  setFundState
} from '../../contract/funds.ts'
import { roundTo } from '../../numbers/rounding.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { addFund as add } from './add-fund.ts'
import { move } from './change-fund.ts'
import { type FundOverview, findFundOverviews } from './fund-list.db.ts'
import { rename, setState } from './funds.jobs.ts'

export function createFundsRoutes(services: Services): Router {
  const { db, market, findSession, changeFigures } = services
  const router = Router()
  const options = { findSession }

  route(
    router,
    readFunds,
    async () => ({ funds: (await findFundOverviews(db)).map(toManagedFund), can_add: market.isLive }),
    options
  )

  route(
    router,
    addFund,
    async ({ group, underlying, ...fund }, { actor }) => ({
      symbol: fund.symbol,
      message: await add(
        services,
        { ...fund, batch: group, underlying: underlying === '' ? null : underlying },
        actor
      )
    }),
    options
  )

  route(
    router,
    setFundState,
    async (input, { actor }) => ({ message: await changeFigures(setState, { ...input, actor }) }),
    options
  )

  route(
    router,
    renameFund,
    async (input, { actor }) => ({
      symbol: input.new_symbol,
      message: await changeFigures(rename, { ...input, actor })
    }),
    options
  )

  route(
    router,
    moveFund,
    async (input, { actor }) => ({ message: await move(services, input, actor) }),
    options
  )

  return router
}

function toManagedFund(fund: FundOverview): ManagedFund {
  const {
    symbol,
    name,
    issuer,
    family,
    underlying,
    batch: group,
    state,
    state_since,
    state_cause,
    note
  } = fund
  const { former_symbols, latest_ex_date: ex_date, latest_amount: amount, newest_price_day } = fund
  return {
    ...{ symbol, name, issuer, family, underlying, group },
    ...{ state, state_since, state_cause, note, former_symbols, newest_price_day },
    latest_payment: ex_date === null || amount === null ? null : { ex_date, amount: roundTo(4, amount) }
  }
}
