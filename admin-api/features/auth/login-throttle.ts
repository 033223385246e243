import { networkOf } from '../../http/client-address.ts'
import { ApiError } from '../../http/errors.ts'

/** Wrong tries that cost nothing. */
const freeTries = 5
/** From everywhere together: a hundred machines with a few tries each are one attacker. */
const freeTriesInAll = 50
const longestDelaySeconds = 15 * 60
/**
 * In all the delay stays short, and does not hold where the password was right before: a stranger could lock the
 * operator out.
 */
const longestDelayInAllSeconds = 30
const mostKnownNetworks = 100
/** After so long without a wrong try all is forgotten. */
const forgottenAfterSeconds = 60 * 60

type Tries = { wrong: number; openAt: number; lastAt: number }

export type LoginThrottle = {
  /** Counts a try as wrong until it turns out right. @throws ApiError too-many-requests */
  begin: (ip: string) => void
  /** The password was right: nothing is held against this network. */
  succeed: (ip: string) => void
}

/**
 * Slows down who guesses. After five wrong tries each further one must wait twice as long as the one before.
 * A try counts from its beginning, so that many at once gain nothing. In memory: a restart forgives.
 */
export function createLoginThrottle(clock: () => Date): LoginThrottle {
  const byNetwork = new Map<string, Tries>()
  const known = new Set<string>()
  let inAll: Tries = { wrong: 0, openAt: 0, lastAt: 0 }

  function forget(now: number): void {
    const oldest = now - forgottenAfterSeconds * 1000
    for (const [network, tries] of byNetwork) if (tries.lastAt < oldest) byNetwork.delete(network)
    if (inAll.lastAt < oldest) inAll = { wrong: 0, openAt: 0, lastAt: 0 }
  }

  return {
    begin: (ip) => {
      const now = clock().getTime()
      forget(now)
      const network = networkOf(ip)
      const own = byNetwork.get(network) ?? { wrong: 0, openAt: 0, lastAt: 0 }
      const openAt = known.has(network) ? own.openAt : Math.max(own.openAt, inAll.openAt)
      if (now < openAt) {
        const seconds = Math.ceil((openAt - now) / 1000)
        throw new ApiError(
          'too-many-requests',
          `Too many wrong passwords. Please try again in ${seconds} seconds.`,
          seconds
        )
      }
      byNetwork.set(network, addTry(own, now, freeTries, longestDelaySeconds))
      inAll = addTry(inAll, now, freeTriesInAll, longestDelayInAllSeconds)
    },
    succeed: (ip) => {
      const network = networkOf(ip)
      byNetwork.delete(network)
      if (known.size < mostKnownNetworks) known.add(network)
      inAll = { ...inAll, wrong: Math.max(0, inAll.wrong - 1), openAt: 0 }
    }
  }
}

/** 1 s after the last free try, then 2, 4, 8 ... */
function addTry(tries: Tries, now: number, free: number, longestSeconds: number): Tries {
  const wrong = tries.wrong + 1
  const delay = wrong < free ? 0 : Math.min(longestSeconds, 2 ** (wrong - free))
  return { wrong, openAt: now + delay * 1000, lastAt: now }
}
