import { Router } from 'express'
import { readDividendHistory, searchStock, unsupportedMessage } from '../contract/stock.ts'
import { findFund, findPresentSymbol } from '../funds/funds.db.ts'
import { findLatestPayments } from '../payments/paid-payments.db.ts'
import { ApiError } from '../platform/http/errors.ts'
import { limitRequests, type RequestLimits } from '../platform/http/rate-limit.ts'
import { route } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { toDividendHistory } from '../payments/to-dividend-history.ts'
import { createOutcomeReader } from './outcome-reader.ts'

export function createStockRoutes({ db, searchRecorder }: Services, limits: RequestLimits): Router {
  const router = Router()
  const readOutcome = createOutcomeReader(db)
  router.use(searchStock.path, limitRequests(limits))

  route(router, searchStock, async ({ symbol }, { ip, userAgent }) => {
    const direct = await readOutcome(symbol)
    const present = direct === null ? await findPresentSymbol(db, symbol) : undefined
    const outcome = present === undefined ? direct : await readOutcome(present)
    if (outcome === null) throw new ApiError('not-found', unsupportedMessage(symbol))
    if (outcome.status !== 'estimated') {
      const renamed = present === undefined ? '' : `${symbol} is ${present} today. `
      throw new ApiError('no-estimate', renamed + outcome.message)
    }
    searchRecorder.record({ symbol: present ?? symbol, ip, userAgent })
    return present === undefined ? outcome.stock : { ...outcome.stock, renamed_from: symbol }
  })

  route(router, readDividendHistory, async ({ symbol }) => {
    const present = (await findPresentSymbol(db, symbol)) ?? symbol
    const history = toDividendHistory(await findLatestPayments(db, present))
    const isUnknown = history.dividend_history.length === 0 && (await findFund(db, present)) === undefined
    if (isUnknown) throw new ApiError('not-found', unsupportedMessage(symbol))
    return history
  })

  return router
}
