import { paysOn } from '../estimates/coming-payments.ts'
import { type FundWithPayments, findPayingFunds } from '../estimates/estimates.db.ts'
import { stalePriceDays } from '../market-days/closes.ts'
import { addDays } from '../market-days/days.ts'
import type { Close, IsoDay } from '../market-days/types.ts'
import type { Db } from '../platform/database/schema.ts'

/** Input of the rankings for one fund; payments oldest first. */
export type RankingInput = Pick<FundWithPayments, 'symbol' | 'name' | 'issuer' | 'payments' | 'traits'> & {
  /** Why the fund can't be ranked; null if it pays. */
  absence: 'inactive' | 'payments-missing' | null
  nextExDate: IsoDay | null
  firstClose: Close | undefined
  newestClose: Close | undefined
}

export type ClosesOf = ReadonlyMap<string, readonly Close[]>

/** All funds by symbol. */
export async function findRankingInputs(db: Db): Promise<RankingInput[]> {
  const edgesOf = await findEdgeCloses(db)
  return (await findPayingFunds(db, null)).map((fund) => ({
    ...fund,
    absence: fund.status === 'payments-missing' ? fund.status : paysOn(fund) ? null : ('inactive' as const),
    nextExDate: fund.next_ex_date,
    firstClose: edgesOf.get(fund.symbol)?.at(0),
    newestClose: edgesOf.get(fund.symbol)?.at(-1)
  }))
}

/** First and newest close per fund; they may be the same row. */
async function findEdgeCloses(db: Db): Promise<ClosesOf> {
  const edges = db
    .selectFrom('price')
    .select((eb) => ['symbol', eb.fn.min('date').as('first'), eb.fn.max('date').as('newest')])
    .groupBy('symbol')
    .as('edge')
  const closes = await db
    .selectFrom('price')
    .innerJoin(edges, 'edge.symbol', 'price.symbol')
    .select(['price.symbol', 'price.date', 'price.close'])
    .where((eb) =>
      eb.or([eb('price.date', '=', eb.ref('edge.first')), eb('price.date', '=', eb.ref('edge.newest'))])
    )
    .orderBy('price.date')
    .execute()
  return Map.groupBy(closes, (close) => close.symbol)
}

/** Closes that `closeAt` may pick for one of the days, oldest first. Loads weeks instead of years of prices. */
export async function findClosesNear(db: Db, days: Iterable<IsoDay>): Promise<ClosesOf> {
  const wanted = [...new Set(days)]
  if (wanted.length === 0) return new Map()
  const closes = await db
    .selectFrom('price')
    .select(['symbol', 'date', 'close'])
    .where((eb) =>
      eb.or(
        wanted.map((day) => eb.and([eb('date', '>=', addDays(day, -stalePriceDays)), eb('date', '<=', day)]))
      )
    )
    .orderBy('date')
    .execute()
  return Map.groupBy(closes, (close) => close.symbol)
}
