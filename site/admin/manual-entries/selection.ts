/** The ids of the entries that are ticked. */
export type Selection = ReadonlySet<number>

export type SelectionAction =
  | { type: 'toggled'; id: number }
  /** Ticks all of `ids`, or none where all were ticked. */
  | { type: 'all-toggled'; ids: readonly number[] }
  /** The list was read anew: what is no longer in it cannot stay ticked. */
  | { type: 'listed'; ids: readonly number[] }

export const noSelection: Selection = new Set()

export function selectionReducer(selection: Selection, action: SelectionAction): Selection {
  switch (action.type) {
    case 'toggled': {
      const next = new Set(selection)
      if (!next.delete(action.id)) next.add(action.id)
      return next
    }
    case 'all-toggled':
      return isAllSelected(selection, action.ids) ? noSelection : new Set(action.ids)
    case 'listed': {
      const listed = new Set(action.ids)
      const kept = new Set([...selection].filter((id) => listed.has(id)))
      return kept.size === selection.size ? selection : kept
    }
  }
}

export function isAllSelected(selection: Selection, ids: readonly number[]): boolean {
  return ids.length > 0 && ids.every((id) => selection.has(id))
}
