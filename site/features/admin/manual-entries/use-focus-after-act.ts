import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { ManualEntry } from '../../../../admin-api/contract/manual-entries.ts'

/**
 * An entry that is done with goes from its place, and the button that had the focus with it. Call what this
 * answers with the entry; once the list has been read anew, the row that took its place gets the focus.
 */
export function useFocusAfterAct(
  entries: readonly ManualEntry[],
  box: RefObject<HTMLElement | null>
): (entry: ManualEntry) => void {
  const place = useRef<number | null>(null)

  useEffect(() => {
    if (place.current === null) return
    const ticks = box.current?.querySelectorAll<HTMLElement>('.entry__tick input') ?? []
    const next = ticks[Math.min(place.current, entries.length)] ?? box.current
    place.current = null
    if (document.activeElement === document.body) next?.focus()
  }, [entries, box])

  return useCallback(
    (entry) => {
      // The tick of the table's head comes first.
      place.current = 1 + entries.findIndex(({ id }) => id === entry.id)
    },
    [entries]
  )
}
