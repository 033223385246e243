import { useEffect, useState } from 'react'
import type { BattleWeeks } from '../../../admin-api/contract/rankings.ts'
import { type BattleChoice, readBattleChoice, writeBattleChoice } from './battle-choice.ts'
import type { BattleTab } from './standings.ts'

/** The visitor's choice, stored in the URL so that it can be shared and undone with Back. */
export function useBattleChoice(
  tabs: readonly BattleTab[],
  usual: BattleWeeks
): [BattleChoice, (change: Partial<BattleChoice>) => void] {
  const [choice, setChoice] = useState(() => readBattleChoice(location.search, tabs, usual))

  useEffect(() => {
    const follow = () => setChoice(readBattleChoice(location.search, tabs, usual))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [tabs, usual])

  return [
    choice,
    (change) => {
      const next = { ...choice, ...change }
      const { pathname, search, hash } = location
      const query = writeBattleChoice(search, next, usual)
      if (query !== search) history.pushState(null, '', pathname + query + hash)
      setChoice(next)
    }
  ]
}
