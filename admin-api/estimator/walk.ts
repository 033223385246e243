import { type Candidate, chooseCandidate } from './choice.ts'
import { type FundMemory, remember } from './history/fund-memory.ts'
import { rangeFactors } from './range.ts'
import { allCandidates, type Lessons, learn } from './rules/candidates.ts'
import type { Situation } from './rules/rule.ts'
import { addSessions } from './schedule/market-calendar.ts'
import { closeAt, describeSituation } from './situation.ts'
import { recordOf, score, type TrackRecord, type TrackRecords } from './track-record.ts'
import type { Close, FundHistory, IsoDay } from './types.ts'

/** One estimate, asked for at the close of `cutoff`; `amount` is the answer where it is known. */
export type Question = { fund: FundHistory; exDate: IsoDay; cutoff: IsoDay; amount?: number }

/** An estimate with everything it stands on. */
export type Forecast = {
  question: Question
  situation: Situation
  candidates: Candidate[]
  chosen: Candidate
  low: number
  high: number
  /** The fund's and its family's record at the time of asking. */
  own: TrackRecord
  family: TrackRecord
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
  const lessons: Lessons = new Map()
  const pending = new Map<Question, Forecast>()

  for (const { question, kind } of eventsOf(funds, open)) {
    const memory = memories.get(question.fund.symbol)
    if (!memory) continue
    const close = closeAt(question.fund.closes, question.cutoff)
    if (kind === 'question') {
      const forecast = answer(memories, memory, question, close, records, lessons)
      if (!forecast) continue
      onForecast(forecast)
      pending.set(question, forecast)
    } else {
      learnFrom(memory, question, close, pending.get(question), lessons)
    }
  }
}

function answer(
  memories: ReadonlyMap<string, FundMemory>,
  memory: FundMemory,
  question: Question,
  close: Close | undefined,
  records: TrackRecords,
  lessons: Lessons
): Forecast | undefined {
  const situation = describeSituation(memories, memory, question.exDate, question.cutoff, close)
  if (!situation) return undefined
  const candidates = allCandidates(situation, lessons)
  if (candidates.length === 0) return undefined
  const own = recordOf(records, `${situation.symbol} ${situation.period}`)
  const family = recordOf(records, `${situation.family} ${situation.period}`)
  const chosen = chooseCandidate(candidates, own.losses, family.losses)
  const factors = rangeFactors(own.errors, family.errors)
  const [low, high] = [chosen.amount * factors.low, chosen.amount * factors.high]
  return { question, situation, candidates, chosen, low, high, own, family }
}

function learnFrom(
  memory: FundMemory,
  { exDate, amount = 0 }: Question,
  close: Close | undefined,
  forecast: Forecast | undefined,
  lessons: Lessons
): void {
  remember(memory, { exDate, amount, price: close?.close })
  if (!forecast) return
  const { own, family, candidates, chosen, situation } = forecast
  score(own, family, candidates, chosen.amount, amount)
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
  // The sort is stable: within one day and kind the order of the funds stays.
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
