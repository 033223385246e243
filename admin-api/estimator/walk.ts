import { type Candidate, type Choice, mixCandidates } from './choice.ts'
import { closeAt } from './history/closes.ts'
import { type FundMemory, remember } from './history/fund-memory.ts'
import { weekClose, weekReturns } from './history/week-returns.ts'
import { type RangeFactors, rangeFactors } from './range.ts'
import { allCandidates, learn } from './rules/candidates.ts'
import { type Lessons, noLessons } from './rules/lessons.ts'
import type { Situation } from './rules/rule.ts'
import { addSessions } from './schedule/market-calendar.ts'
import { describeSituation, standingOf } from './situation.ts'
import { recordOf, score, type TrackRecord, type TrackRecords } from './track-record.ts'
import type { FundHistory, IsoDay } from './types.ts'

/** One estimate, asked for at the close of `cutoff`; `amount` is the answer where it is known. */
export type Question = { fund: FundHistory; exDate: IsoDay; cutoff: IsoDay; amount?: number }

/** An estimate with everything it stands on. */
export type Forecast = {
  question: Question
  situation: Situation
  candidates: Candidate[]
  chosen: Choice
  factors: RangeFactors
  /** The record at the time of asking: the fund's, its family's, and its family's in situations like this one. */
  own: TrackRecord
  family: TrackRecord
  alike: TrackRecord
}

/** The price of an estimate is the latest close at or before this many sessions before the ex-date. */
export const sessionsAhead = 2

/**
 * Walks once through time. Each payment is asked for at the close two sessions before its ex-date and known
 * from its ex-date on; on one day the payments come first, then the questions. So no estimate sees anything
 * later than its own cutoff, and the open questions are answered exactly as the past ones were.
 *
 * @param open questions about payments still to come
 * @param onForecast called with each forecast, in order of cutoff; its records are live and change later
 */
export function walk(
  funds: readonly FundHistory[],
  open: readonly Question[],
  onForecast: (forecast: Forecast) => void
): void {
  const memories = new Map<string, FundMemory>(
    funds.map(({ symbol, family }) => [symbol, { symbol, family, payments: [] }])
  )
  const records: TrackRecords = new Map()
  const lessons = noLessons()
  const pending = new Map<Question, Forecast>()

  for (const { question, kind } of eventsOf(funds, open)) {
    const memory = memories.get(question.fund.symbol)
    if (!memory) continue
    if (kind === 'question') {
      const forecast = answer(memories, memory, question, records, lessons)
      if (!forecast) continue
      onForecast(forecast)
      pending.set(question, forecast)
    } else {
      learnFrom(memory, question, pending.get(question), lessons)
    }
  }
}

function answer(
  memories: ReadonlyMap<string, FundMemory>,
  memory: FundMemory,
  question: Question,
  records: TrackRecords,
  lessons: Lessons
): Forecast | undefined {
  const situation = describeSituation(
    memories,
    memory,
    question.exDate,
    question.cutoff,
    question.fund.closes
  )
  if (!situation) return undefined
  const candidates = allCandidates(situation, lessons)
  if (candidates.length === 0) return undefined
  const own = recordOf(records, `${situation.symbol} ${situation.period}`)
  const family = recordOf(records, `${situation.family} ${situation.period}`)
  const alike = recordOf(records, `${situation.family} ${situation.period} ${standingOf(situation)}`)
  const chosen = mixCandidates(candidates, own.losses, alike.losses, sizeOfFamily(memories, memory))
  const periodDays = situation.period === 'week' ? 7 : 28
  const factors = rangeFactors(own.errors, family.errors, own.tail, question.cutoff, periodDays)
  return { question, situation, candidates, chosen, factors, own, family, alike }
}

function sizeOfFamily(memories: ReadonlyMap<string, FundMemory>, { family }: FundMemory): number {
  let size = 0
  for (const memory of memories.values()) if (memory.family === family) size += 1
  return size
}

function learnFrom(
  memory: FundMemory,
  { fund, exDate, cutoff, amount = 0 }: Question,
  forecast: Forecast | undefined,
  lessons: Lessons
): void {
  const close = closeAt(fund.closes, cutoff)
  const [weekReturn = 0] =
    forecast?.situation.weekReturns ?? weekReturns(fund.closes, memory.payments, cutoff, 1)
  remember(memory, {
    exDate,
    amount,
    price: close?.close,
    weekReturn,
    weekClose: forecast?.situation.weekClose ?? weekClose(fund.closes, cutoff)
  })
  if (!forecast) return
  const { candidates, chosen, factors, situation } = forecast
  score(forecast, candidates, { exDate, estimate: chosen.amount, actual: amount, factors })
  const latest = memory.payments.at(-1)
  if (close && latest && !latest.oneOff) learn(lessons, situation, Math.log(amount / close.close))
}

type Event = { day: IsoDay; kind: 'payment' | 'question'; question: Question }

function eventsOf(funds: readonly FundHistory[], open: readonly Question[]): Event[] {
  const past = funds.flatMap((fund) =>
    fund.payments.flatMap(({ exDate, amount }): Event[] => {
      const question = { fund, exDate, amount, cutoff: addSessions(exDate, -sessionsAhead) }
      return [
        { day: question.cutoff, kind: 'question', question },
        { day: exDate, kind: 'payment', question }
      ]
    })
  )
  const asked = open.map((question): Event => ({ day: question.cutoff, kind: 'question', question }))
  // 'payment' sorts before 'question'; by symbol, so that the order of the funds cannot matter.
  return [...past, ...asked].sort(
    (a, b) =>
      compareText(a.day, b.day) ||
      compareText(a.kind, b.kind) ||
      compareText(a.question.fund.symbol, b.question.fund.symbol)
  )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
