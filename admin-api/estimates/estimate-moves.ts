import type { EstimateMove, MoveCause } from '../contract/estimate-moves.ts'
import { mondayOf } from '../market-days/days.ts'
import { addSessions } from '../market-days/market-calendar.ts'
import { findSeenSince } from '../payments/first-seen.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { findLiveEstimates, type RecordRow } from './estimate-record.db.ts'

export type EstimateVersion = Pick<
  RecordRow,
  'symbol' | 'family' | 'ex_date' | 'version' | 'made_at' | 'method_version' | 'amount' | 'price_date'
>
/** A payment whose amount became known at an instant. */
export type SeenPayment = { symbol: string; family: string; seen_at: string }

type Move = EstimateMove & { symbol: string }

/**
 * Moves between consecutive live versions of each estimate, newest first. Versions with the same amount are no move.
 * @param versions of any funds and ex-dates, in any order
 * @param seen payments of these funds and their families
 */
export function listMoves(versions: readonly EstimateVersion[], seen: readonly SeenPayment[]): Move[] {
  const estimates = Map.groupBy(versions, ({ symbol, ex_date }) => `${symbol} ${ex_date}`)
  return [...estimates.values()]
    .flatMap((own) => {
      const sorted = own.toSorted((a, b) => a.version - b.version)
      return sorted.slice(1).flatMap((after, i) => {
        const before = sorted[i]
        return before === undefined || before.amount === after.amount ? [] : [toMove(before, after, seen)]
      })
    })
    .sort((a, b) => b.made_at.localeCompare(a.made_at))
}

function toMove(before: EstimateVersion, after: EstimateVersion, seen: readonly SeenPayment[]): Move {
  const { symbol, family, ex_date, made_at } = after
  const payments = seen.filter(
    (payment) => payment.family === family && payment.seen_at > before.made_at && payment.seen_at <= made_at
  )
  const causes: MoveCause[] = []
  if (after.method_version !== before.method_version) causes.push('method')
  if (after.price_date > before.price_date) causes.push(endsWeek(after.price_date) ? 'week' : 'price')
  if (payments.length > 0) causes.push('payment')
  if (causes.length === 0) causes.push('correction')
  return {
    symbol,
    ex_date,
    made_at,
    from: before.amount,
    to: after.amount,
    causes,
    payments: [...new Set(payments.map((payment) => payment.symbol))].sort()
  }
}

/** Whether a session is the last of its week. */
function endsWeek(session: string): boolean {
  return mondayOf(addSessions(session, 1)) !== mondayOf(session)
}

/** Moves of the estimates for ex-dates from a day on, of all funds or of one, newest first. */
export async function findMoves(db: Db, wanted: { from: string; symbol?: string }): Promise<Move[]> {
  const versions = await findLiveEstimates(db, wanted)
  const first = versions.map(({ made_at }) => made_at).sort()[0]
  return first === undefined ? [] : listMoves(versions, await findSeenSince(db, first))
}

const listedMoves = 10
const listedDays = 7

/** The largest moves of the last week, by their ratio. */
export async function findLargestMoves(db: Db, now: Date): Promise<Move[]> {
  const since = new Date(now.getTime() - listedDays * 86_400_000).toISOString()
  const size = ({ from, to }: Move) => Math.abs(Math.log(to / from))
  return (await findMoves(db, { from: since.slice(0, 10) }))
    .filter(({ made_at, from, to }) => made_at >= since && from > 0 && to > 0)
    .sort((a, b) => size(b) - size(a))
    .slice(0, listedMoves)
}
