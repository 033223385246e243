import { type RequestHandler, Router } from 'express'
import type { Kysely } from 'kysely'
import { isDay } from '../../contract/days.ts'
import { comparePath } from '../../contract/pages.ts'
import { findFormerSymbols, findFunds, findNewestPriceDay } from '../../funds/funds.db.ts'
import type { Database } from '../../platform/database/schema.ts'
import { sendCachedBody } from '../../platform/http/cached-response.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { createRenderingOnRequest, type RenderParts } from '../../publishing/render-on-request.ts'
import { loadFundData } from './fund-data.ts'

const mostFunds = 5

/**
 * The comparison of the funds in the address, so that it can be read without scripts; the browser's own answer names
 * what is wrong in an address. Without a known fund the published page follows.
 */
export function createCompareRoutes(parts: RenderParts, limitCalls: RequestHandler): Router {
  const { db } = parts
  const router = Router()
  const render = createRenderingOnRequest(parts)

  router.get(
    comparePath,
    (request, _response, next) => next(request.query['f'] === undefined ? 'route' : undefined),
    limitCalls,
    async (request, response, next) => {
      const symbols = await findAsked(db, String(request.query['f']))
      if (symbols.length === 0) return next()
      const day = String(request.query['from'] ?? '')
      const from = isDay(day) ? day : null
      const path = `${comparePath}?f=${symbols.join(',')}${from === null ? '' : `&from=${from}`}`
      const body = await render(path, async () => {
        const asOf = await findNewestPriceDay(db)
        if (asOf === null) throw new ApiError('not-found', 'There are no prices yet.')
        const funds = await Promise.all(symbols.map((symbol) => loadFundData(db, symbol)))
        return { kind: 'compare', asOf, funds: funds.filter((fund) => fund !== null), from }
      })
      sendCachedBody(request, response, body, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
        // The published page is enough for search engines.
        'X-Robots-Tag': 'noindex'
      })
    }
  )
  return router
}

/** Current symbols of the known funds among those asked for, at most five. */
async function findAsked(db: Kysely<Database>, text: string): Promise<string[]> {
  const known = new Set((await findFunds(db)).map(({ symbol }) => symbol))
  const presentOf = new Map((await findFormerSymbols(db)).map(({ symbol, present }) => [symbol, present]))
  const asked = text.toUpperCase().split(/[\s,;]+/)
  const present = asked.map((symbol) => presentOf.get(symbol) ?? symbol)
  return [...new Set(present.filter((symbol) => known.has(symbol)))].slice(0, mostFunds)
}
