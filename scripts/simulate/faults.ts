import { toNewYorkTime } from '../../admin-api/market-days/sessions.ts'

/** Faults of the source and of the service, and when they occur. */
export type Faults = {
  /** Every response is a 429. */
  isBlocked: (now: Date) => boolean
  /** The site with the exchange's notices answers 503. */
  isExchangeGone: (now: Date) => boolean
  /** Nothing can be written. */
  isUnwritable: (now: Date) => boolean
  /** Every chart is malformed or wrong. */
  isGarbage: (now: Date) => boolean
  /** The service restarts before the first collection at or after each of these times. */
  restarts: readonly Date[]
  /** The first collection at or after `at` is killed after this number of requests. */
  kills: readonly { at: Date; requests: number }[]
}

const hourMs = 3_600_000
/** Durations of blocks: within one collection, overnight, over a weekend. */
const blockHours = [0.5, 20, 70]
const weekMs = 7 * 24 * hourMs
/** Weeks between two faults of a kind; each occurs at least once. */
const blockWeeks = 10
const killWeeks = 10
const restartWeeks = 4
const maxRequestsBeforeKill = 60

/** Spans from half a year on have a month without the exchange's site and a day without writes, in these shares of it. */
const longSpanWeeks = 26
const exchangeGone = { at: 0.3, days: 30 }
const unwritable = { at: 0.6, days: 1 }

const noFaults: Faults = {
  isBlocked: () => false,
  isExchangeGone: () => false,
  isUnwritable: () => false,
  isGarbage: () => false,
  restarts: [],
  kills: []
}

/** Plans faults for collections at these times. The first and the last collection have none. */
export function planFaults(
  runs: readonly Date[],
  { isCalm, random }: { isCalm: boolean; random: () => number }
): Faults {
  const free = runs.slice(1, -1)
  const [first, last] = [runs[0], runs.at(-1)]
  if (isCalm || first === undefined || last === undefined) return noFaults
  const weeks = (last.getTime() - first.getTime()) / weekMs
  const take = (everyWeeks: number): Date[] => {
    const count = Math.max(1, Math.round(weeks / everyWeeks))
    const taken = Array.from({ length: count }, () => free.splice(Math.floor(random() * free.length), 1))
    return taken.flat().toSorted((a, b) => a.getTime() - b.getTime())
  }
  const garbage = take(Number.POSITIVE_INFINITY).map(toDay)
  const blocks = take(blockWeeks).map((run, i) => {
    // Begins within the first seconds of the collection.
    const from = run.getTime() + 5000 + Math.floor(random() * 20_000)
    const hours = blockHours[i % blockHours.length] ?? 1
    return { from, until: from + hours * hourMs }
  })
  const kills = take(killWeeks).map((at) => ({
    at,
    requests: 3 + Math.floor(random() * maxRequestsBeforeKill)
  }))
  const restarts = take(restartWeeks)
  const isLong = weeks >= longSpanWeeks
  const during = ({ at, days }: { at: number; days: number }) => {
    const start = first.getTime() + at * (last.getTime() - first.getTime())
    return (now: Date) => isLong && now.getTime() >= start && now.getTime() < start + days * 24 * hourMs
  }
  return {
    isExchangeGone: during(exchangeGone),
    isUnwritable: during(unwritable),
    isBlocked: (now) => blocks.some(({ from, until }) => now.getTime() >= from && now.getTime() < until),
    isGarbage: (now) => garbage.includes(toDay(now)),
    restarts,
    kills
  }
}

/** Plans an outage: Yahoo refuses every request in the second and third week of the span. */
export function planOutage(from: string): Faults {
  const start = Date.parse(`${from}T05:00:00Z`) + weekMs
  const end = start + 2 * weekMs
  return {
    ...noFaults,
    isBlocked: (now) => now.getTime() >= start && now.getTime() < end
  }
}

function toDay(instant: Date): string {
  return toNewYorkTime(instant).day
}
