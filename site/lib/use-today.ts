import { useSyncExternalStore } from 'react'
import { addDays } from '../../admin-api/market-days/days.ts'
import { roll } from '../../admin-api/market-days/market-calendar.ts'
import { nextClose } from '../../admin-api/market-days/sessions.ts'
import { newYorkDay } from './days.ts'

const neverChanges = () => () => {}

/**
 * Today in New York, so that no past date is called the next one.
 * @param drawnOn the day on which a possibly cached page was rendered; the first client rendering must match it
 */
export function useToday(drawnOn: string): string {
  return useSyncExternalStore(neverChanges, newYorkDay, () => drawnOn)
}

/** The first session whose close is still ahead. @param drawnFor that of the rendered page */
export function useNextClose(drawnFor: string): string {
  return useSyncExternalStore(neverChanges, nextCloseDay, () => drawnFor)
}

/** The first session whose close is still ahead. A demonstration shows its day in the evening. */
export function nextCloseDay(): string {
  const demoDay = document.documentElement.dataset['demoDay']
  return demoDay === undefined ? nextClose(new Date()) : roll(addDays(demoDay, 1), 1)
}
