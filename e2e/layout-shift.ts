import type { Page } from '@playwright/test'

/** Starts to record layout shifts; call it before the page loads. */
export async function watchLayoutShift(page: Page): Promise<void> {
  // Animations can shift the layout, too.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { layoutShifts: shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!shift.hadRecentInput) shifts.push(shift.value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * Maximum layout shift; 0.1 is Lighthouse's threshold. A font that loads after the first paint moves single words by a
 * pixel, because the fallback font has the same average width but not the same width for each word.
 */
export const unseenShift = 0.005

/** Sum of all unexpected layout shifts so far. */
export async function readLayoutShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { layoutShifts } = window as Window & { layoutShifts?: number[] }
    return (layoutShifts ?? []).reduce((sum, value) => sum + value, 0)
  })
}
