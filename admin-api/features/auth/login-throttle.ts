import { ApiError } from '../../http/errors.ts'

/** `freeTries` wrong passwords cost nothing; each further one doubles the wait, from 1 s to the longest. */
type Delays = { freeTries: number; longestSeconds: number }

const ofOneCaller: Delays = { freeTries: 5, longestSeconds: 15 * 60 }
/**
 * Over all callers without a device cookie, because a hundred machines with a few tries each are one attacker. The wait
 * stays short, and a device that once logged in is spared: strangers could lock the operator out.
 */
const ofAllStrangers: Delays = { freeTries: 50, longestSeconds: 30 }
/** After so long without a wrong password the count starts again. */
const forgottenAfterMs = 60 * 60 * 1000

/** Who tries: a device known by its cookie, or else a network; neither where a proxy hides who it is. */
export type LoginCaller = { device: string | null; network: string | null }

export type LoginThrottle = {
  /** Counts a try as wrong until it turns out otherwise. @throws ApiError too-many-requests */
  begin: (caller: LoginCaller) => void
  /** The password was right, and something else is missing: the try costs nothing, but forgives nothing either. */
  takeBack: (caller: LoginCaller) => void
  /** All was right: nothing is held against this caller. */
  succeed: (caller: LoginCaller) => void
}

/**
 * Slows down guessing. Counts are kept in memory and removed when they expire; a restart clears them. Times are of the
 * monotonic clock: one set back by days would close the login for days. Each call is done in one go, so that of many
 * tries at once each one counts before the next is looked at.
 */
export function createLoginThrottle(monotonicNow: () => number = () => performance.now()): LoginThrottle {
  const callers = countTries(ofOneCaller, monotonicNow)
  const strangers = countTries(ofAllStrangers, monotonicNow)

  /** Every count that this caller's tries belong to. */
  function countsOf({ device, network }: LoginCaller): { tries: Tries; key: string }[] {
    if (device !== null) return [{ tries: callers, key: `device ${device}` }]
    const all = { tries: strangers, key: 'all' }
    return network === null ? [all] : [{ tries: callers, key: `network ${network}` }, all]
  }

  return {
    begin: (caller) => {
      const counts = countsOf(caller)
      const seconds = Math.max(...counts.map(({ tries, key }) => tries.secondsToWait(key)))
      if (seconds > 0) {
        const message = `Too many wrong passwords. Please try again in ${seconds} seconds.`
        throw new ApiError('too-many-requests', message, seconds)
      }
      for (const { tries, key } of counts) tries.add(key)
    },
    takeBack: (caller) => {
      for (const { tries, key } of countsOf(caller)) tries.takeBack(key)
    },
    succeed: (caller) => {
      for (const { tries, key } of countsOf(caller)) {
        if (tries === callers) tries.clear(key)
        else tries.takeBack(key)
      }
    }
  }
}

type Tries = ReturnType<typeof countTries>

function countTries({ freeTries, longestSeconds }: Delays, monotonicNow: () => number) {
  type Count = { count: number; waitUntil: number; forget: NodeJS.Timeout }
  const countOf = new Map<string, Count>()

  function set(key: string, count: number, waitUntil: number): void {
    clear(key)
    if (count <= 0) return
    // The hour begins with the latest try.
    const forget = setTimeout(() => countOf.delete(key), forgottenAfterMs).unref()
    countOf.set(key, { count, waitUntil, forget })
  }

  function clear(key: string): void {
    clearTimeout(countOf.get(key)?.forget)
    countOf.delete(key)
  }

  return {
    secondsToWait: (key: string) =>
      Math.max(0, Math.ceil(((countOf.get(key)?.waitUntil ?? 0) - monotonicNow()) / 1000)),
    add: (key: string) => {
      const count = (countOf.get(key)?.count ?? 0) + 1
      const seconds = count < freeTries ? 0 : Math.min(longestSeconds, 2 ** (count - freeTries))
      set(key, count, monotonicNow() + seconds * 1000)
    },
    /** The wait of the try goes with it; that of the one before was over when it began. */
    takeBack: (key: string) => set(key, (countOf.get(key)?.count ?? 0) - 1, 0),
    clear
  }
}
