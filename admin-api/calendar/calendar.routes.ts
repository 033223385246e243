import { Router } from 'express'
import type { Kysely } from 'kysely'
import { chosenPathOf, readChosenCalendar, readChosenNews } from '../contract/chosen-feeds.ts'
import type { PageModel } from '../contract/pages.ts'
import { findFormerSymbols, findFunds } from '../funds/funds.db.ts'
import { dayNumber } from '../market-days/days.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import type { Database } from '../platform/database/schema.ts'
import {
  type CachedBody,
  type CachedValue,
  createCachedValue,
  encodeBody,
  sendCachedBody
} from '../platform/http/cached-response.ts'
import { ApiError } from '../platform/http/errors.ts'
import { readInput } from '../platform/http/route.ts'
import type { RouteParts } from '../platform/http/session-guard.ts'
import { readFiguresRevision } from '../publishing/figures-revision.db.ts'
import type { PageRenderer } from '../publishing/render-threads.ts'
import { loadChosenNews } from './chosen-news.ts'
import { loadChosenFeed } from './load-calendar-page.ts'

/** Figures change once a day at most; calendar programs poll every few hours. */
const cacheSeconds = 900
/** Cached feeds; one of 40 funds is 400 kB. */
const maxCached = 50

type Load = (db: Kysely<Database>, symbols: string[]) => Promise<PageModel | null>

/** Feeds of chosen funds, rendered on request because there are too many combinations to publish as files. */
export function createCalendarRoutes({
  db,
  clock,
  renderer
}: RouteParts & { renderer: Pick<PageRenderer, 'render'> }): Router {
  const router = Router()
  const cachedAt = new Map<string, CachedValue<CachedBody>>()

  function findCached(path: string, symbols: string[], load: Load): CachedValue<CachedBody> {
    const render = async () => {
      const page = await load(db, symbols)
      if (page === null) throw new ApiError('not-found', `${symbols.join(', ')}: no payment is known yet.`)
      return encodeBody(await renderer.render(path, page))
    }
    // The day counts because passed dates are worded differently.
    const readStamp = async () =>
      (await readFiguresRevision(db)) * 100_000 + dayNumber(toNewYorkTime(clock()).day)
    const cached = cachedAt.get(path) ?? createCachedValue(render, readStamp)
    // Reinserting keeps the map in order of use, so the first key is the least recently used.
    cachedAt.delete(path)
    cachedAt.set(path, cached)
    const [oldest] = cachedAt.keys()
    if (cachedAt.size > maxCached && oldest !== undefined) cachedAt.delete(oldest)
    return cached
  }

  function offer(endpoint: typeof readChosenCalendar | typeof readChosenNews, load: Load): void {
    const cacheControl = `public, max-age=${cacheSeconds}`
    router.get(endpoint.path, async (request, response) => {
      const symbols = await findPresentSymbols(db, readInput(endpoint, request).f)
      const path = chosenPathOf(endpoint, symbols)
      // One URL per choice, so that caches hold it once.
      if (path !== `${endpoint.path}?f=${request.query['f']}`) {
        response.set('Cache-Control', cacheControl).redirect(301, path)
        return
      }
      sendCachedBody(request, response, await findCached(path, symbols, load).read(), {
        'Content-Type': `${endpoint.mediaType}; charset=utf-8`,
        'Cache-Control': cacheControl
      })
    })
  }

  offer(readChosenCalendar, loadChosenFeed)
  offer(readChosenNews, loadChosenNews)
  return router
}

/** Current symbols for the requested ones. @throws ApiError naming unknown symbols */
async function findPresentSymbols(db: Kysely<Database>, requested: readonly string[]): Promise<string[]> {
  const presentOf = new Map((await findFormerSymbols(db)).map(({ symbol, present }) => [symbol, present]))
  const known = new Set((await findFunds(db)).map(({ symbol }) => symbol))
  const symbols = requested.map((symbol) => presentOf.get(symbol) ?? symbol)
  const unknown = symbols.filter((symbol) => !known.has(symbol))
  if (unknown.length > 0) {
    const what = unknown.length === 1 ? 'is none of our funds' : 'are none of our funds'
    throw new ApiError('not-found', `${unknown.join(', ')} ${what}.`)
  }
  return [...new Set(symbols)].sort()
}
