import type { Actor } from '../../admin-log/admin-log.db.ts'
import type { Collector } from '../../collection/collector.ts'
import type { Sources } from '../../collection/open-sources.ts'
import type { MarketData } from '../../collection/sources/market-data.ts'
import { readFamilies, saveFamily } from '../../contract/admin-families.ts'
import {
  addFund,
  findNewFunds,
  moveFund,
  readFunds,
  renameFund,
  saveHomeFunds,
  setFundState
} from '../../contract/funds.ts'
import { writeReturnOfCapital } from '../../contract/return-of-capital-entry.ts'
import type { RunJob } from '../../estimates/job.ts'
import { familyRuleNames } from '../../estimator/rules/rule-forecasts.ts'
import { findFamilies } from '../../funds/families.db.ts'
import { findFunds, type NewFund } from '../../funds/funds.db.ts'
import { findHomeFunds } from '../../funds/home-funds.ts'
import { refuseTaken } from '../../funds/symbols.ts'
import type { Db } from '../../platform/database/schema.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { RouteParts, Routes } from '../../platform/http/route.ts'
import type { QueueChange } from '../../publishing/page-kind.ts'
import { chooseHomeFunds, move, rename, saveReturnOfCapital, setState, storeFamily } from './change-funds.ts'
import { createFundFinder } from './find-new-funds.ts'
import { findManagedFunds } from './fund-list.db.ts'

export type FundParts = RouteParts &
  AddFundParts & { runJob: RunJob; queueChange: QueueChange; listFunds: Sources['listFunds'] }

export function addFundsRoutes({ route }: Routes, parts: FundParts): void {
  const { db, market } = parts

  route(readFunds, async () => {
    const funds = await findManagedFunds(db)
    return {
      funds,
      families: (await findFamilies(db)).map(({ id, name }) => ({ id, name })),
      issuers: [...new Set(funds.map(({ issuer }) => issuer))].sort(),
      home_funds: await findHomeFunds(db),
      can_add: market.isLive
    }
  })

  route(addFund, async ({ group, underlying, ...fund }, { actor }) => ({
    symbol: fund.symbol,
    message: await addWithHistory(
      parts,
      { ...fund, batch: group, underlying: underlying === '' ? null : underlying },
      actor
    )
  }))

  route(setFundState, async (input, { actor }) => ({
    message: await setState(parts, { ...input, actor })
  }))

  route(renameFund, async (input, { actor }) => ({
    symbol: input.new_symbol,
    message: await rename(parts, { ...input, actor })
  }))

  const findChoices = createFundFinder(parts)
  route(findNewFunds, async ({ q }) => ({ funds: await findChoices(q, await findFunds(db)) }))

  route(saveHomeFunds, async ({ tickers }, { actor }) => ({
    message: await chooseHomeFunds(parts, tickers, actor)
  }))

  route(moveFund, async (input, { actor }) => ({ message: await move(parts, input, actor) }))

  route(writeReturnOfCapital, async ({ rows }, { actor }) => ({
    message: await saveReturnOfCapital(parts, rows, actor)
  }))

  route(readFamilies, async () => {
    const fundsOf = Map.groupBy(await findFunds(db), ({ family }) => family)
    const families = await findFamilies(db)
    return {
      families: families.map((family) => ({ ...family, funds: fundsOf.get(family.id)?.length ?? 0 })),
      rules: [...familyRuleNames]
    }
  })

  route(saveFamily, async (family, { actor }) => {
    const unknown = family.rules.find((name) => !familyRuleNames.includes(name))
    if (unknown !== undefined)
      throw new ApiError(
        'invalid-input',
        `rules must be among ${familyRuleNames.join(', ')}; there is no rule ${unknown}.`
      )
    return { message: await storeFamily(parts, { family, actor }) }
  })
}

export const embeddedOnly =
  'New funds need live market data. Start the service without MARKET_DATA=embedded and with network access.'

type AddFundParts = {
  db: Db
  collector: Pick<Collector, 'collectNew'>
  market: Pick<MarketData, 'isLive'>
  /** Whether a path is a page of the site, which no fund may have. */
  isOwnPath: (path: string) => boolean
}

/** Adds a fund with its complete history, or nothing. @returns a sentence for the operator */
async function addWithHistory(parts: AddFundParts, fund: NewFund, actor: Actor): Promise<string> {
  const { db, collector, market } = parts
  const { symbol } = fund
  await refuseTaken(db, symbol, parts)
  const families = (await findFamilies(db)).map(({ id }) => id)
  if (!families.includes(fund.family))
    throw new ApiError('invalid-input', `family must be one of ${families.join(', ')}`)
  if (!market.isLive) throw new ApiError('conflict', embeddedOnly)
  const { closes, payments, quarantined, noEstimate } = await collector.collectNew(symbol, fund, actor)
  const held = quarantined === 0 ? '' : ` ${quarantined} payments look odd and wait in Manual Entries.`
  return `${symbol} was added with ${closes} closes and ${payments} payments.${held}${noEstimate === null ? '' : ` ${noEstimate}`}`
}
