import { useSyncExternalStore } from 'react'
import { addDays } from '../../admin-api/market-days/days.ts'
import { roll } from '../../admin-api/market-days/market-calendar.ts'
import { nextClose } from '../../admin-api/market-days/sessions.ts'
import { newYorkDay } from './days.ts'
import { closeEvent } from './watch-own-by.ts'

/** Renders again when an own-by date passes while the page is open. */
function followCloses(onChange: () => void): () => void {
  window.addEventListener(closeEvent, onChange)
  return () => window.removeEventListener(closeEvent, onChange)
}

/**
 * Today in New York, so that no past date is called the next one.
 * @param renderedOn the day on which a possibly cached page was rendered; the first client rendering must match it
 */
export function useToday(renderedOn: string): string {
  return useSyncExternalStore(followCloses, newYorkDay, () => renderedOn)
}

/** The first session whose close is still ahead. @param renderedFor that session on the rendered page */
export function useNextClose(renderedFor: string): string {
  return useSyncExternalStore(followCloses, nextCloseDay, () => renderedFor)
}

/** The first session whose close is still ahead. On a demo page, the close of its day has passed. */
export function nextCloseDay(): string {
  const demoDay = document.documentElement.dataset['demoDay']
  return demoDay === undefined ? nextClose(new Date()) : roll(addDays(demoDay, 1), 1)
}
