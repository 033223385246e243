import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'

/**
 * An entry that is done with goes from its place, and the button that had the focus with it. Call what this
 * answers with the entry before it is acted on; once a list without it has been read, the row that took its place
 * gets the focus. A list that was on its way already may still hold the entry as it was: that one is let pass.
 */
export function useFocusAfterAct(
  entries: readonly ManualEntry[],
  box: RefObject<HTMLElement | null>
): (entry: ManualEntry) => void {
  const acted = useRef<{ entry: ManualEntry; place: number } | null>(null)

  useEffect(() => {
    if (acted.current === null) return
    const { entry, place } = acted.current
    if (entries.some(({ id, status }) => id === entry.id && status === entry.status)) return
    const ticks = box.current?.querySelectorAll<HTMLElement>('.entry__tick input') ?? []
    const next = ticks[Math.min(place, entries.length)] ?? box.current
    acted.current = null
    if (document.activeElement === document.body) next?.focus()
  }, [entries, box])

  return useCallback(
    (entry) => {
      // The tick of the table's head comes first.
      acted.current = { entry, place: 1 + entries.findIndex(({ id }) => id === entry.id) }
    },
    [entries]
  )
}
