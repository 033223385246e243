import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'

/**
 * Returns a function to call with an entry before a change removes it from its place in the list, and with it the
 * focused button. Once a list without the entry is rendered, the row in its place receives the focus. Lists that still
 * contain the entry unchanged were requested earlier and are ignored.
 */
export function useFocusAfterRemoval(
  entries: readonly ManualEntry[],
  box: RefObject<HTMLElement | null>
): (entry: ManualEntry) => void {
  const removed = useRef<{ entry: ManualEntry; index: number } | null>(null)

  useEffect(() => {
    if (removed.current === null) return
    const { entry, index } = removed.current
    if (entries.some(({ id, status }) => id === entry.id && status === entry.status)) return
    const checkboxes = box.current?.querySelectorAll<HTMLElement>('.entry__tick input') ?? []
    const next = checkboxes[Math.min(index, entries.length - 1)] ?? box.current
    removed.current = null
    if (document.activeElement === document.body) next?.focus()
  }, [entries, box])

  return useCallback(
    (entry) => {
      removed.current = { entry, index: entries.findIndex(({ id }) => id === entry.id) }
    },
    [entries]
  )
}
