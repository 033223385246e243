import { findClosedWeeks, loadWeek } from '../calendar/weeks/load-weeks.ts'
import { stakeDollars } from '../contract/calendar.ts'
import { pictureOfWeek } from '../contract/pictures.ts'
import type { WeekPage } from '../contract/weeks.ts'
import { addDays, formatLongDay } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import type { PostRow } from '../platform/database/schema/blog.ts'
import type { Db } from '../platform/database/schema.ts'
import { ApiError } from '../platform/http/errors.ts'
import { createLiveFigures } from './live-figures.ts'
import { findPostOfWeek } from './posts.db.ts'
import { preparePost } from './prepare-post.ts'
import { createPost, type Writing } from './save-post.ts'

/** Misses that a post names. */
const namedMisses = 5

/**
 * Drafts the post about a finished week, by default the newest one; a second call returns the post of the first one.
 * @param thursday of the week
 * @throws ApiError conflict if there is no such week, or no payment of it had an estimate
 */
export async function draftWeek(
  db: Db,
  thursday: IsoDay | null,
  writing: Writing
): Promise<{ post: PostRow; isNew: boolean }> {
  const week = await findWeek(db, thursday)
  const existing = await findPostOfWeek(db, week.thursday)
  if (existing !== undefined) return { post: existing, isNew: false }
  const ready = preparePost({
    title: `The week of ${nameOf(week.thursday)}: misses first`,
    excerpt: `Where our estimates of the week of ${nameOf(week.thursday)} missed, how close the others came, and what the week paid.`,
    content: contentOf(week),
    published: false,
    tags: ['Weekly report'],
    feature_image: pictureOfWeek(week.thursday),
    feature_image_alt: `Weekly report of ${nameOf(week.thursday)}: payments inside our range, by family`
  })
  return { post: await createPost(db, ready, writing, null, week.thursday), isNew: true }
}

async function findWeek(db: Db, thursday: IsoDay | null): Promise<WeekPage> {
  const closed = await findClosedWeeks(db)
  const wanted = thursday ?? closed.at(-1)
  if (wanted === undefined)
    throw new ApiError('conflict', 'No week with payments is finished yet. Collect payments first.')
  const week = await loadWeek(db, wanted)
  if (week === null)
    throw new ApiError(
      'conflict',
      `The week of ${nameOf(wanted)} has no report: it has no payments, or some are still to come.`
    )
  if (week.figures === null)
    throw new ApiError(
      'conflict',
      `No payment of the week of ${nameOf(wanted)} had an estimate, so there is nothing to compare.`
    )
  return week
}

/** A week by its Monday: 'August 24, 2026'. */
function nameOf(thursday: IsoDay): string {
  return formatLongDay(addDays(thursday, -3))
}

function contentOf(week: WeekPage): string {
  const { entries, missing, rises, cuts } = week
  const live = createLiveFigures(week)
  const misses = entries
    .filter(({ isInRange }) => !isInRange)
    .sort((a, b) => Math.abs(b.errorPercent) - Math.abs(a.errorPercent))
    .slice(0, namedMisses)
  const list = (names: readonly string[]) =>
    names.length === 0 ? '' : `<ul>${names.map((name) => `<li>${live(name)}</li>`).join('')}</ul>`
  const moves = (title: string, listed: typeof rises) =>
    listed.length === 0
      ? ''
      : `<h3>${title}</h3>${list(listed.map(({ entry }) => `${entry.symbol.toLowerCase()}-change`))}`
  const hasBacktested = entries.some(({ origin }) => origin === 'replayed')
  return [
    '<h2>Where we missed</h2>',
    misses.length === 0
      ? '<p>No payment was outside of our 80% range.</p>'
      : `<p>${live('missed')} landed outside of our 80% range. The largest misses:</p>`,
    list(misses.map(({ symbol }) => symbol.toLowerCase())),
    missing.length === 0 ? '' : `<p>${live('missing')}.</p>`,
    '<h2>How close we came</h2>',
    `<p>${live('in-range')} landed in our range, and half of our estimates were within ${live('median-error')} of the payment.</p>`,
    hasBacktested
      ? `<p>${live('stored')} were stored before the payment; the others were calculated later from what was known then.</p>`
      : '',
    '<h2>What the week paid</h2>',
    `<p>$${stakeDollars} in each of ${live('funds')} paid ${live('paid')}; we expected ${live('expected')}.</p>`,
    moves('Largest raises', rises),
    moves('Largest cuts', cuts),
    `<p>All payments are in <a href="/week/${week.thursday}">the report of the week</a>.</p>`
  ].join('')
}
