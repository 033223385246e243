import pLimit from 'p-limit'
import { dayNumber } from '../market-days/days.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import type { Db } from '../platform/database/schema.ts'
import {
  type CachedBody,
  type CachedValue,
  createCachedValue,
  encodeBody
} from '../platform/http/cached-response.ts'
import { ApiError } from '../platform/http/errors.ts'
import { readFiguresRevision } from './figures-revision.db.ts'
import type { AnyPage } from './page-kind.ts'
import type { PageRenderer } from './render-threads.ts'

/** Cached bodies; a feed of 40 funds has 400 kB. */
const maxCached = 50
/** Limit of the whole process: two hundred different choices a second would take the threads that visitors' pages need. */
const oneAtATime = pLimit(1)
/** A second or two of work; a visitor wouldn't wait for more. */
const maxWaiting = 30

export type RenderParts = {
  db: Db
  clock: () => Date
  renderer: Pick<PageRenderer, 'render'>
}

/**
 * Returns a function that renders pages of chosen funds on request, because there are too many combinations to publish
 * as files. The last used are cached until figures or the day change.
 * One is rendered at a time. @throws ApiError unavailable if too many wait
 */
export function createRenderingOnRequest({
  db,
  clock,
  renderer
}: RenderParts): (path: string, load: () => Promise<AnyPage>) => Promise<CachedBody> {
  const cachedAt = new Map<string, CachedValue<CachedBody>>()
  // The day is included because past dates are worded differently.
  const readStamp = async () =>
    (await readFiguresRevision(db)) * 100_000 + dayNumber(toNewYorkTime(clock()).day)

  return (path, load) => {
    const render = async () => {
      if (oneAtATime.pendingCount >= maxWaiting)
        throw new ApiError(
          'unavailable',
          'Too many choices are being prepared. Try again in a few seconds.',
          2
        )
      return oneAtATime(async () => encodeBody(await renderer.render(path, await load())))
    }
    const cached = cachedAt.get(path) ?? createCachedValue(render, readStamp)
    // Reinserting keeps the map in order of use, so the first key is the least recently used.
    cachedAt.delete(path)
    cachedAt.set(path, cached)
    const [oldest] = cachedAt.keys()
    if (cachedAt.size > maxCached && oldest !== undefined) cachedAt.delete(oldest)
    return cached.read()
  }
}
