import { useSyncExternalStore } from 'react'
import { newYorkDay } from './days.ts'

const neverChanges = () => () => {}

/**
 * The day in New York, so that no date that has passed is called the next one.
 * @param drawnOn the day the page was drawn for, which the first rendering must agree with; a page may have been kept
 */
export function useToday(drawnOn: string): string {
  return useSyncExternalStore(neverChanges, newYorkDay, () => drawnOn)
}
