import { readFleetFunds } from '../../admin-api/contract/fleet-funds.ts'
import { readFundIndex } from '../../admin-api/contract/fund-index.ts'
import { readGrowthFile } from '../../admin-api/contract/growth-file.ts'
import { readHolderCloses } from '../../admin-api/contract/holder-closes.ts'
import { readIdentifierFile } from '../../admin-api/contract/identifiers.ts'
import {
  endSubscription,
  readPushKey,
  readSubscription,
  subscribe
} from '../../admin-api/contract/notifications.ts'
import { readFundData, readFundsData } from '../../admin-api/contract/open-data.ts'
import { readRoiRankings, readWeeklyBattle } from '../../admin-api/contract/rankings.ts'
import { readTopTickers } from '../../admin-api/contract/search-metrics.ts'
import { readDividendHistory, searchStock } from '../../admin-api/contract/stock.ts'
import { readUnderlyingFile } from '../../admin-api/contract/underlying-file.ts'

const endpoints = [
  searchStock,
  readDividendHistory,
  readTopTickers,
  readFundIndex,
  readFleetFunds,
  readFundData,
  readFundsData,
  readIdentifierFile,
  readGrowthFile,
  readHolderCloses,
  readUnderlyingFile,
  readRoiRankings,
  readWeeklyBattle,
  readPushKey,
  subscribe,
  readSubscription,
  endSubscription
] as const
type PublicEndpoint = (typeof endpoints)[number]

/** Endpoints that pages for visitors call, by method and path: 'POST /api/stock/search'. */
export type PublicEndpoints = { [E in PublicEndpoint as `${E['method']} ${E['path']}`]: E }

/** The answer if it matches the contract of this build, otherwise undefined. */
export function checkAnswer(name: keyof PublicEndpoints, answer: unknown): unknown {
  const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === name)
  return endpoint?.output.safeParse(answer).data
}
