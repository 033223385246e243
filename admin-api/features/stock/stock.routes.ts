import { Router } from 'express'
import { readDividendHistory, searchStock, unsupportedMessage } from '../../contract/stock.ts'
import { findFund } from '../../db/funds.db.ts'
import { findLatestPayments } from '../../db/paid-payments.db.ts'
import { ApiError } from '../../http/errors.ts'
import { limitRequests, type RequestLimits } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { toDividendHistory } from '../../wire/dividend-history.ts'
import { createOutcomeReader } from './outcome-reader.ts'

export function createStockRoutes({ db, searchRecorder }: Services, limits: RequestLimits): Router {
  const router = Router()
  const readOutcome = createOutcomeReader(db)
  router.use(searchStock.path, limitRequests(limits))

  route(router, searchStock, async ({ symbol }, { ip, userAgent }) => {
    const outcome = await readOutcome(symbol)
    if (outcome === null) throw new ApiError('not-found', unsupportedMessage(symbol))
    if (outcome.status !== 'estimated') throw new ApiError('no-estimate', outcome.message)
    searchRecorder.record({ symbol, ip, userAgent })
    return outcome.stock
  })

  route(router, readDividendHistory, async ({ symbol }) => {
    const history = toDividendHistory(await findLatestPayments(db, symbol))
    const isUnknown = history.dividend_history.length === 0 && (await findFund(db, symbol)) === undefined
    if (isUnknown) throw new ApiError('not-found', unsupportedMessage(symbol))
    return history
  })

  return router
}
