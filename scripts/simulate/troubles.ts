import { toNewYorkTime } from '../../admin-api/market-days/new-york.ts'

/** What goes wrong, and when. */
export type Troubles = {
  /** Each answer is a 429. */
  isBlocked: (now: Date) => boolean
  /** Each chart is wrong in some way. */
  isGarbage: (now: Date) => boolean
  /** Whether they are on this day in New York. */
  isGarbageDay: (day: string) => boolean
  /** The first collection from each of these moments on begins with a new start of the service. */
  restarts: readonly Date[]
  /** The first collection from `at` on is killed after so many requests. */
  kills: readonly { at: Date; requests: number }[]
  /** For the report. */
  summary: string
}

const hourMs = 3_600_000
/** Within one collection, over a night, over a weekend. */
const blockHours = [0.5, 20, 70]
const weekMs = 7 * 24 * hourMs
/** Every so many weeks, and at least once. */
const blockWeeks = 10
const killWeeks = 10
const restartWeeks = 4
const mostRequestsBeforeKill = 60

const noTroubles: Troubles = {
  isBlocked: () => false,
  isGarbage: () => false,
  isGarbageDay: () => false,
  restarts: [],
  kills: [],
  summary: 'none'
}

/**
 * Troubles for collections at these moments; the same random numbers bring the same ones. The first collection and
 * the last, after which all is judged, have none.
 */
export function planTroubles(
  runs: readonly Date[],
  { isCalm, random }: { isCalm: boolean; random: () => number }
): Troubles {
  const free = runs.slice(1, -1)
  const [first, last] = [runs[0], runs.at(-1)]
  if (isCalm || first === undefined || last === undefined) return noTroubles
  const weeks = (last.getTime() - first.getTime()) / weekMs
  const take = (everyWeeks: number): Date[] => {
    const count = Math.max(1, Math.round(weeks / everyWeeks))
    const taken = Array.from({ length: count }, () => free.splice(Math.floor(random() * free.length), 1))
    return taken.flat().toSorted((a, b) => a.getTime() - b.getTime())
  }
  const garbage = take(Number.POSITIVE_INFINITY).map(toDay)
  const blocks = take(blockWeeks).map((run, i) => {
    // It begins within the first seconds of the collection.
    const from = run.getTime() + 5000 + Math.floor(random() * 20_000)
    const hours = blockHours[i % blockHours.length] ?? 1
    return { day: toDay(run), hours, from, until: from + hours * hourMs }
  })
  const kills = take(killWeeks).map((at) => ({
    at,
    requests: 3 + Math.floor(random() * mostRequestsBeforeKill)
  }))
  const restarts = take(restartWeeks)
  return {
    isBlocked: (now) => blocks.some(({ from, until }) => now.getTime() >= from && now.getTime() < until),
    isGarbage: (now) => garbage.includes(toDay(now)),
    isGarbageDay: (day) => garbage.includes(day),
    restarts,
    kills,
    summary: [
      `429 on ${blocks.map(({ day, hours }) => `${day} for ${hours} h`).join(', ')}`,
      `garbage on ${garbage.join(', ')}`,
      `${restarts.length} restarts`,
      `killed on ${kills.map(({ at, requests }) => `${toDay(at)} after ${requests} requests`).join(', ')}`
    ].join('; ')
  }
}

function toDay(instant: Date): string {
  return toNewYorkTime(instant).day
}
