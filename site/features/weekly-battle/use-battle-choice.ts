import { useEffect, useState } from 'react'
import { type BattleChoice, readChoice, writeChoice } from './battle-choice.ts'
import type { BattleTab } from './standings.ts'

/** The visitor's choice, kept in the address: it can be shared, and the back button takes it back. */
export function useBattleChoice(
  tabs: readonly BattleTab[]
): [BattleChoice, (change: Partial<BattleChoice>) => void] {
  const [choice, setChoice] = useState(() => readChoice(location.search, tabs))

  useEffect(() => {
    const follow = () => setChoice(readChoice(location.search, tabs))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [tabs])

  return [
    choice,
    (change) => {
      const next = { ...choice, ...change }
      const { pathname, search, hash } = location
      const query = writeChoice(search, next)
      if (query !== search) history.pushState(null, '', pathname + query + hash)
      setChoice(next)
    }
  ]
}
