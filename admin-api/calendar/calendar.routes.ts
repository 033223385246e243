import { Router } from 'express'
import type { Kysely } from 'kysely'
import { chosenPathOf, readChosenCalendar, readChosenNews } from '../contract/chosen-feeds.ts'
import type { PageModel } from '../contract/pages.ts'
import { readFiguresRevision } from '../publishing/figures-revision.db.ts'
import { findFormerSymbols, findFunds } from '../funds/funds.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { dayNumber } from '../market-days/days.ts'
import { toNewYorkTime } from '../market-days/new-york.ts'
import { ApiError } from '../platform/http/errors.ts'
import { createKeptAnswer, type KeptAnswer } from '../platform/http/kept-answer.ts'
import { encodeBody, type KeptBody, sendKeptBody } from '../platform/http/kept-body.ts'
import { readInput } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { loadChosenNews } from './chosen-news.ts'
import { loadChosenFeed } from './load-calendar-page.ts'

/** New figures come once a day at most; a feed is asked for every few hours. */
const cacheSeconds = 900
/** A feed of 40 funds is 400 kB; there are more choices than could be kept. */
const mostKept = 50

type Load = (db: Kysely<Database>, symbols: string[]) => Promise<PageModel | null>

/** The feeds of chosen funds: no files, since there are more choices than files, but the same for all who chose the same. */
export function createCalendarRoutes({ db, clock, renderer }: Services): Router {
  const router = Router()
  const keptAt = new Map<string, KeptAnswer<KeptBody>>()

  function findKept(path: string, symbols: string[], load: Load): KeptAnswer<KeptBody> {
    const draw = async () => {
      const page = await load(db, symbols)
      if (page === null) throw new ApiError('not-found', `${symbols.join(', ')}: no payment is known yet.`)
      return encodeBody(await renderer.draw(path, page))
    }
    // A day that has passed is named otherwise, also where no new figures came.
    const readStamp = async () =>
      (await readFiguresRevision(db)) * 100_000 + dayNumber(toNewYorkTime(clock()).day)
    const kept = keptAt.get(path) ?? createKeptAnswer(draw, readStamp)
    // The one that was not asked for the longest goes first.
    keptAt.delete(path)
    keptAt.set(path, kept)
    const [oldest] = keptAt.keys()
    if (keptAt.size > mostKept && oldest !== undefined) keptAt.delete(oldest)
    return kept
  }

  function offer(endpoint: typeof readChosenCalendar | typeof readChosenNews, load: Load): void {
    const cacheControl = `public, max-age=${cacheSeconds}`
    router.get(endpoint.path, async (request, response) => {
      const symbols = await findPresentSymbols(db, readInput(endpoint, request).f)
      const path = chosenPathOf(endpoint, symbols)
      // One address for one choice, so that caches hold it once.
      if (path !== `${endpoint.path}?f=${request.query['f']}`) {
        response.set('Cache-Control', cacheControl).redirect(301, path)
        return
      }
      sendKeptBody(request, response, await findKept(path, symbols, load).read(), {
        'Content-Type': `${endpoint.mediaType}; charset=utf-8`,
        'Cache-Control': cacheControl
      })
    })
  }

  offer(readChosenCalendar, loadChosenFeed)
  offer(readChosenNews, loadChosenNews)
  return router
}

/** @throws ApiError naming those that are none of our funds */
async function findPresentSymbols(db: Kysely<Database>, asked: readonly string[]): Promise<string[]> {
  const presentOf = new Map((await findFormerSymbols(db)).map(({ symbol, present }) => [symbol, present]))
  const known = new Set((await findFunds(db)).map(({ symbol }) => symbol))
  const symbols = asked.map((symbol) => presentOf.get(symbol) ?? symbol)
  const unknown = symbols.filter((symbol) => !known.has(symbol))
  if (unknown.length > 0) {
    const what = unknown.length === 1 ? 'is none of our funds' : 'are none of our funds'
    throw new ApiError('not-found', `${unknown.join(', ')} ${what}.`)
  }
  return [...new Set(symbols)].sort()
}
