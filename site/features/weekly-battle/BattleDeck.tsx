import { useReducer, useState } from 'react'
import type { BattleWeeks, WeeklyBattle } from '../../../admin-api/contract/rankings.ts'
import { logFailure } from '../../lib/log.ts'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import { BattleSheet } from './BattleSheet.tsx'
import { BattleTabs, panelId } from './BattleTabs.tsx'
import { battleReducer, chosenWeeks } from './battle-state.ts'
import { DuelCard } from './DuelCard.tsx'
import { loadBattle } from './load-battle.ts'
import { tabsOf, weeklyTab } from './standings.ts'
import { WeeksChoice } from './WeeksChoice.tsx'

/** The whole battle with its choices; draws the same sheet as the page until the visitor chooses. */
export function BattleDeck({ first }: { first: WeeklyBattle }) {
  const [state, dispatch] = useReducer(battleReducer, { status: 'ready', battle: first })
  const [tab, setTab] = useState(weeklyTab.id)
  const { battle, status } = state

  async function choose(weeks: BattleWeeks) {
    dispatch({ type: 'asked', weeks })
    const battle =
      weeks === first.weeks
        ? first
        : await loadBattle(weeks, (why) => logFailure(`Weekly Battle over ${weeks} weeks`, why))
    dispatch(battle === null ? { type: 'failed', weeks } : { type: 'answered', battle })
  }

  return (
    <>
      <div className="weekly-battle__helm">
        <WeeksChoice chosen={chosenWeeks(state)} onChoose={choose} />
        <BattleTabs tabs={tabsOf(first.entries)} chosen={tab} onChoose={setTab} />
      </div>
      <div className="weekly-battle__news" role="status">
        {status === 'loading' && <ShipsWheel size="sm" message="Searching for dividend treasure..." />}
      </div>
      {status === 'failed' && (
        <div className="weekly-battle__failure" role="alert">
          <p>
            <strong>Failed to load this ranking.</strong> Below stands the one from before.
          </p>
          <button type="button" className="button button--quiet" onClick={() => choose(state.asked)}>
            Try Again
          </button>
        </div>
      )}
      <div role="tabpanel" id={panelId} aria-labelledby={`tab-${tab}`} aria-busy={status === 'loading'}>
        <BattleSheet battle={battle} tab={tab} />
      </div>
      <DuelCard battle={battle} />
    </>
  )
}
