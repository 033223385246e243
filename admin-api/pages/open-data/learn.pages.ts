import type { LearnPage } from '../../contract/page-models.ts'
import { type LearnChapterId, learnChapters, pathOfChapter } from '../../contract/pages.ts'
import { findNewestPriceDay } from '../../funds/newest-day.db.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { PageKind } from '../../publishing/page-kind.ts'
import { loadFunds } from './compare.pages.ts'
import { findUnderlyingCloses } from './open-data.db.ts'

const ids = Object.keys(learnChapters) as LearnChapterId[]

/** Chapters of the guide. Read by few on the day of a change, so they come after what it affects at once. */
export const learnPages = {
  path: /^\/learn\/([a-z-]+)$/,
  list: () => ids.map(pathOfChapter),
  load: loadChapter,
  followsOn: {
    figures: ({ symbols }) =>
      ids.filter((id) => learnChapters[id].some((symbol) => symbols.has(symbol))).map(pathOfChapter),
    underlyings: ({ symbols }) => (symbols.has('TSLA') ? [pathOfChapter('covered-calls')] : []),
    funds: 'all'
  },
  sitemap: 'price-day'
} satisfies PageKind

async function loadChapter(db: Db, name: string): Promise<LearnPage | null> {
  const id = ids.find((known) => known === name)
  const asOf = await findNewestPriceDay(db)
  if (id === undefined || asOf === null) return null
  return {
    kind: 'learn-chapter',
    id,
    asOf,
    funds: await loadFunds(db, learnChapters[id]),
    underlying: id === 'covered-calls' ? await findUnderlyingCloses(db, 'TSLA') : []
  }
}
