import { toNewYorkTime } from '../market-days/sessions.ts'
import type { IsoDay } from '../market-days/types.ts'
import type { Db } from '../platform/database/schema.ts'

/**
 * Returns the newest day with a price; null in an empty database. Uses the key order of each fund: reading all rows
 * takes 2 ms, and every page and request needs the day.
 */
export async function findNewestPriceDay(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('fund')
    .select((eb) =>
      eb
        .selectFrom('price')
        .select((price) => price.fn.max('date').as('day'))
        .whereRef('price.symbol', '=', 'fund.symbol')
        .as('day')
    )
    .orderBy('day', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  return row?.day ?? null
}

/** Returns today in New York; with market data that is not live, the newest day in the data. */
export async function findToday(
  db: Db,
  { clock, market }: { clock: () => Date; market: { isLive: boolean } }
): Promise<IsoDay> {
  const { day } = toNewYorkTime(clock())
  return market.isLive ? day : ((await findNewestPriceDay(db)) ?? day)
}
