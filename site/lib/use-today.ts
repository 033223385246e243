import { useSyncExternalStore } from 'react'
import { newYorkDay } from './days.ts'

const neverChanges = () => () => {}

/**
 * Today in New York, so that no past date is called the next one.
 * @param drawnOn the day on which a possibly cached page was rendered; the first client rendering must match it
 */
export function useToday(drawnOn: string): string {
  return useSyncExternalStore(neverChanges, newYorkDay, () => drawnOn)
}
