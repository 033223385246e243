import { storageKeys } from '../lib/storage.ts'

export type PaintRating = 'good' | 'needs-improvement' | 'poor'

/** Rates a largest contentful paint by the thresholds of Web Vitals. @param ms since navigation began */
export function ratePaint(ms: number): PaintRating {
  if (ms < 2500) return 'good'
  return ms < 4000 ? 'needs-improvement' : 'poor'
}

/** Marks the document once it has loaded, and stores its largest contentful paint for the tab. */
export function watchPageLoad(): void {
  const markLoaded = () => {
    document.documentElement.dataset['loaded'] = ''
  }
  if (document.readyState === 'complete') markLoaded()
  else window.addEventListener('load', markLoaded)

  // The last entry is the largest. Some browsers report none.
  new PerformanceObserver((list) => {
    const value = Math.round(list.getEntries().at(-1)?.startTime ?? 0)
    try {
      sessionStorage.setItem(storageKeys.lcp, JSON.stringify({ value, status: ratePaint(value) }))
    } catch {
      // Storage is blocked. Nothing else depends on this value.
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}
