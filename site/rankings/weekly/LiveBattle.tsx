import { useEffect, useMemo, useRef, useState } from 'react'
import type { WeeklyBattle } from '../../../admin-api/contract/rankings.ts'
import { useLastValue, useQuery } from '../../lib/use-query.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { BattleTable } from './BattleTable.tsx'
import { battles } from './battle-query.ts'
import { ComparisonLink } from './ComparisonLink.tsx'
import { changeSentence, type Shown, tabsOf } from './standings.ts'
import { useBattleChoice } from './use-battle-choice.ts'
import { WeeksChoice } from './WeeksChoice.tsx'

const panelId = 'battle-panel'

/** The battle with its controls; same table as the page until the visitor chooses. */
export function LiveBattle({ first }: { first: WeeklyBattle }) {
  const tabs = useMemo(() => tabsOf(first.entries), [first])
  const [{ weeks, tab }, choose] = useBattleChoice(tabs, first.weeks)
  const isFirst = weeks === first.weeks
  const { value, failure, isLoading, refetch } = useQuery(battles, isFirst ? null : weeks)
  const battle = useLastValue(isFirst ? first : value) ?? first
  const hasFailed = failure !== null && !isLoading
  const change = useChange(battle, tab, battle.weeks === weeks)

  return (
    <>
      <div className="below-3 row items-center between gap-y-3 gap-x-6">
        <WeeksChoice chosen={weeks} onChoose={(chosen) => choose({ weeks: chosen })} />
        <Tabs
          className="battle-tabs"
          label="Which funds"
          panelId={panelId}
          tabs={tabs}
          chosen={tab}
          onChoose={(chosen) => choose({ tab: chosen })}
        />
      </div>
      <div className="loading-note" role="status">
        {isLoading && <ShipsWheel size="sm" message="Searching for dividend treasure..." />}
      </div>
      <p className="weekly-battle__change" role="status">
        {change}
      </p>
      {hasFailed && (
        <FailureNotice onRetry={() => void refetch()}>
          <strong>Failed to load this ranking.</strong> Below is the previous one.
        </FailureNotice>
      )}
      <div role="tabpanel" id={panelId} aria-labelledby={`tab-${tab}`} aria-busy={isLoading}>
        <BattleTable battle={battle} tab={tab} />
      </div>
      <ComparisonLink battle={battle} tab={tab} />
    </>
  )
}

/** Announcement of the latest change, once its ranking is loaded. */
function useChange(battle: WeeklyBattle, tab: string, isLoaded: boolean): string {
  const [sentence, setSentence] = useState('')
  const shown = useRef<Shown>({ battle, tab })
  useEffect(() => {
    const before = shown.current
    if (!isLoaded || (before.battle.weeks === battle.weeks && before.tab === tab)) return
    shown.current = { battle, tab }
    setSentence(changeSentence(shown.current, before))
  }, [battle, tab, isLoaded])
  return sentence
}
