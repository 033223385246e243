import type { RequestHandler } from 'express'
import { isDay } from '../../contract/days.ts'
import { comparePath } from '../../contract/pages.ts'
import { findAllSymbols } from '../../funds/former-symbols.db.ts'
import { findFunds } from '../../funds/funds.db.ts'
import { findNewestPriceDay } from '../../funds/newest-day.db.ts'
import type { Db } from '../../platform/database/schema.ts'
import { sendCachedBody } from '../../platform/http/cached-response.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Routes } from '../../platform/http/route.ts'
import { createRenderingOnRequest, type RenderParts } from '../../publishing/render-on-request.ts'
import { loadFunds, toComparePage } from './compare.pages.ts'

const maxFunds = 5

/**
 * Renders the comparison of the funds in the URL, so that it can be read without scripts; scripts in the browser also
 * report what is wrong in the URL. Without a known fund, the published page is served.
 */
export function addCompareRoutes({ router }: Routes, parts: RenderParts, limitCalls: RequestHandler): void {
  const { db } = parts
  const render = createRenderingOnRequest(parts)

  router.get(
    comparePath,
    (request, _response, next) => next(request.query['f'] === undefined ? 'route' : undefined),
    limitCalls,
    async (request, response, next) => {
      const symbols = await findRequested(db, String(request.query['f']))
      if (symbols.length === 0) return next()
      const day = String(request.query['from'] ?? '')
      const from = isDay(day) ? day : null
      const path = `${comparePath}?f=${symbols.join(',')}${from === null ? '' : `&from=${from}`}`
      const body = await render(path, async () => {
        const asOf = await findNewestPriceDay(db)
        if (asOf === null) throw new ApiError('not-found', 'There are no prices yet.')
        return toComparePage(asOf, await loadFunds(db, symbols), from)
      }).catch((error: unknown) => {
        // The published page then compares in the browser.
        if (error instanceof ApiError && error.code === 'unavailable') return null
        throw error
      })
      if (body === null) return next()
      sendCachedBody(request, response, body, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
        // The published page is enough for search engines.
        'X-Robots-Tag': 'noindex'
      })
    }
  )
}

/** Current symbols of the requested funds that exist, and of the funds on a requested stock; at most five. */
async function findRequested(db: Db, text: string): Promise<string[]> {
  const funds = await findFunds(db)
  const presentOf = await findAllSymbols(db)
  const requested = text.toUpperCase().split(/[\s,;]+/)
  const present = requested.flatMap(
    (name) =>
      presentOf.get(name) ?? funds.filter((fund) => fund.underlying === name).map((fund) => fund.symbol)
  )
  return [...new Set(present)].slice(0, maxFunds)
}
