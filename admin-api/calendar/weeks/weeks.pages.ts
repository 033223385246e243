import { pathOfWeek, weeksFeedPath, weeksPath } from '../../contract/calendar.ts'
import { pictureOfWeek } from '../../contract/pictures.ts'
import { addDays, thursdayOf } from '../../market-days/days.ts'
import type { Db, Trx } from '../../platform/database/schema.ts'
import type { PageKind, ScoredPayment } from '../../publishing/page-kind.ts'
import { findClosedWeeks, loadWeek, loadWeekPicture, loadWeeks, loadWeeksFeed } from './load-weeks.ts'
import { findExDates } from './weeks.db.ts'

export const weekPages = [
  {
    path: weeksPath,
    load: loadWeeks,
    dependsOn: { figures: 'all', funds: 'all', record: 'all' },
    sitemap: 'price-day'
  },
  {
    path: weeksFeedPath,
    load: loadWeeksFeed,
    dependsOn: { figures: 'all', funds: 'all', record: 'all' }
  },
  {
    path: /^\/week\/(\d{4}-\d{2}-\d{2})$/,
    list: listPaths,
    load: loadWeek,
    dependsOn: {
      // A finished week gets its report, and the one before it a link to that.
      figures: async (_change, trx) => (await listPaths(trx)).slice(-2),
      funds: 'all',
      // Marks the payments that were paid since.
      day: async (_change, trx) => (await listPaths(trx)).slice(-2),
      record: async ({ scored }, trx) => (await findWeeksShowing(trx, scored)).map(pathOfWeek)
    },
    sitemap: async (db) =>
      // Finished weeks change only by corrections.
      (await findClosedWeeks(db)).map((thursday) => ({
        path: pathOfWeek(thursday),
        lastModified: addDays(thursday, 1)
      }))
  },
  {
    path: /^\/og\/week\/(\d{4}-\d{2}-\d{2})\.png$/,
    list: async (db) => (await findClosedWeeks(db)).map(pictureOfWeek),
    load: loadWeekPicture,
    dependsOn: {
      figures: async (_change, trx) => (await findClosedWeeks(trx)).slice(-1).map(pictureOfWeek),
      record: async ({ scored }, trx) => (await findWeeksShowing(trx, scored)).map(pictureOfWeek)
    }
  }
] satisfies readonly PageKind[]

async function listPaths(db: Db): Promise<string[]> {
  return (await findClosedWeeks(db)).map(pathOfWeek)
}

/**
 * Weeks whose reports show one of these payments: its own week, and the week of the fund's next payment, which is
 * compared with it.
 */
export async function findWeeksShowing(trx: Trx, scored: readonly ScoredPayment[]): Promise<string[]> {
  const closed = new Set(await findClosedWeeks(trx))
  const oldest = scored.map(({ exDate }) => exDate).sort()[0] ?? ''
  const symbols = [...new Set(scored.map(({ symbol }) => symbol))]
  const exDatesOf = Map.groupBy(await findExDates(trx, symbols, oldest), ({ symbol }) => symbol)
  const thursdays = scored.flatMap(({ symbol, exDate }) => {
    const thursday = thursdayOf(exDate)
    const next = exDatesOf.get(symbol)?.find(({ ex_date }) => ex_date > exDate)
    return [thursday, ...(next === undefined ? [] : [thursdayOf(next.ex_date)])]
  })
  return [...new Set(thursdays)].filter((thursday) => closed.has(thursday))
}
