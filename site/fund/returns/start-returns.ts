import { logFailure } from '../../lib/log.ts'
import { storageKeys } from '../../lib/storage-keys.ts'

/**
 * What a fund returned since another day: the part that works it out comes when the day is touched, or, where this
 * visitor has a day of the fund, when the section is near.
 */
export function startReturns(): void {
  const section = document.querySelector<HTMLElement>('[data-returns]')
  const tools = section?.querySelector('[data-returns-tools]')
  if (!section || !tools) return
  let isLoaded = false
  const load = () => {
    if (isLoaded) return
    isLoaded = true
    import('./live-returns.tsx')
      .then(({ startLiveReturns }) => startLiveReturns(section))
      .catch((error: unknown) => {
        isLoaded = false
        logFailure('The returns did not load', error)
      })
  }
  for (const touch of ['focusin', 'pointerdown']) tools.addEventListener(touch, load)
  if (!mayKnowDay(section.dataset['returns'] ?? '')) return
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      near.disconnect()
      load()
    },
    { rootMargin: '400px' }
  )
  near.observe(section)
}

/** Whether to look closer: reading it properly needs more code than fits before a touch. */
function mayKnowDay(symbol: string): boolean {
  try {
    return [storageKeys.returnDays, storageKeys.fleet].some((key) =>
      localStorage.getItem(key)?.includes(`"${symbol}"`)
    )
  } catch {
    return false
  }
}
