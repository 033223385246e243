import type { Kysely } from 'kysely'
import { toNewYorkTime } from '../market-days/new-york.ts'
import type { IsoDay } from '../market-days/types.ts'
import { findNewestPriceDay } from './funds.db.ts'
import type { Database } from '../platform/database/schema.ts'

/** Today in New York; where no new figures come in, the day at which the figures stand still. */
export async function findToday(
  db: Kysely<Database>,
  { clock, market }: { clock: () => Date; market: { isLive: boolean } }
): Promise<IsoDay> {
  const { day } = toNewYorkTime(clock())
  return market.isLive ? day : ((await findNewestPriceDay(db)) ?? day)
}
