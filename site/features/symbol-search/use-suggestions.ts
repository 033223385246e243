import { type RefObject, useRef } from 'react'
import { logFailure } from '../../lib/log.ts'

export type SuggestionParts = {
  input: RefObject<HTMLInputElement | null>
  list: RefObject<HTMLDivElement | null>
  status: RefObject<HTMLParagraphElement | null>
}

/**
 * Answers what to call when the field is touched: it fetches the list of suggestions, once, and suggests at once when
 * the field then holds something else than the text it was called with.
 */
export function useSuggestions(
  { input, list, status }: SuggestionParts,
  onPick: (symbol: string) => void
): (knownText: string) => Promise<void> {
  const isStarted = useRef(false)
  const newestPick = useRef(onPick)
  newestPick.current = onPick

  return async (knownText) => {
    if (isStarted.current) return
    isStarted.current = true
    try {
      const { suggestSymbols } = await import('./suggest-symbols.ts')
      if (input.current === null || list.current === null || status.current === null) return
      const parts = { input: input.current, list: list.current, status: status.current }
      suggestSymbols(parts, { knownText, onPick: (symbol) => newestPick.current(symbol) })
    } catch (error) {
      isStarted.current = false
      logFailure('The suggestions did not load', error)
    }
  }
}
