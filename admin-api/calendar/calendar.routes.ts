import { chosenPathOf, readChosenCalendar, readChosenNews } from '../contract/chosen-feeds.ts'
import { requirePresentSymbols } from '../funds/symbols.ts'
import type { Db } from '../platform/database/schema.ts'
import { sendCachedBody } from '../platform/http/cached-response.ts'
import { ApiError } from '../platform/http/errors.ts'
import { type Routes, readInput } from '../platform/http/route.ts'
import type { AnyPage } from '../publishing/page-kind.ts'
import { createRenderingOnRequest, type RenderParts } from '../publishing/render-on-request.ts'
import { loadChosenNews } from './chosen-news.ts'
import { loadChosenFeed } from './load-calendar-page.ts'

/** Figures change once a day at most; calendar programs poll every few hours. */
const cacheSeconds = 900

type Load = (db: Db, symbols: string[]) => Promise<AnyPage | null>

/** Feeds of chosen funds. */
export function addCalendarRoutes({ router }: Routes, parts: RenderParts): void {
  const { db } = parts
  const render = createRenderingOnRequest(parts)

  function offer(endpoint: typeof readChosenCalendar | typeof readChosenNews, load: Load): void {
    const cacheControl = `public, max-age=${cacheSeconds}`
    router.get(endpoint.path, async (request, response) => {
      const symbols = await requirePresentSymbols(db, readInput(endpoint, request).f)
      const path = chosenPathOf(endpoint, symbols)
      // One URL per choice, so that caches store it once.
      if (path !== `${endpoint.path}?f=${request.query['f']}`) {
        response.set('Cache-Control', cacheControl).redirect(301, path)
        return
      }
      const body = await render(path, async () => {
        const page = await load(db, symbols)
        if (page === null) throw new ApiError('not-found', `${symbols.join(', ')}: no payment is known yet.`)
        return page
      })
      sendCachedBody(request, response, body, {
        'Content-Type': `${endpoint.mediaType}; charset=utf-8`,
        'Cache-Control': cacheControl
      })
    })
  }

  offer(readChosenCalendar, loadChosenFeed)
  offer(readChosenNews, loadChosenNews)
}
