import { logFailure } from '../../lib/log.ts'
import { storageKeys } from '../../lib/storage.ts'
import { onFirstSign } from '../../ui/chart/first-sign.ts'

/**
 * Loads the return calculator when the date field or the chart is used, or when the section is near for visitors with a
 * known day.
 */
export function startReturns(): void {
  const section = document.querySelector<HTMLElement>('[data-returns]')
  const tools = section?.querySelector('[data-returns-tools]')
  if (!section || !tools) return
  let isLoaded = false
  const load = (repeat?: (report: HTMLElement) => void) => {
    if (isLoaded) return
    isLoaded = true
    import('./live-returns.tsx')
      .then(({ startLiveReturns }) => startLiveReturns(section, repeat))
      .catch((error: unknown) => {
        isLoaded = false
        logFailure('The returns did not load', error)
      })
  }
  for (const touch of ['focusin', 'pointerdown']) tools.addEventListener(touch, () => load())
  const report = section.querySelector<HTMLElement>('[data-returns-report]')
  if (report !== null) onFirstSign(report, load)
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

/** Cheap check: reading the day properly needs code that isn't loaded yet. */
function mayKnowDay(symbol: string): boolean {
  try {
    return [storageKeys.returnDays, storageKeys.portfolio].some((key) =>
      localStorage.getItem(key)?.includes(`"${symbol}"`)
    )
  } catch {
    return false
  }
}
