import { useEffect, useMemo, useRef, useState } from 'react'
import type { BattleWeeks, WeeklyBattle } from '../../../admin-api/contract/rankings.ts'
import { call } from '../../lib/call.ts'
import { logFailure } from '../../lib/log.ts'
import { createQuery } from '../../lib/query.ts'
import { useLastValue, useQuery } from '../../lib/use-query.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import { RankingChoice, RankingSelect } from '../RankingCells.tsx'
import { BattleTable, ComparisonLink } from './BattleTable.tsx'
import {
  allWeeks,
  type BattleChoice,
  type BattleTab,
  changeSentence,
  readBattleChoice,
  type Shown,
  tabsOf,
  writeBattleChoice
} from './standings.ts'

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
      <div className="weekly-battle__choices below-3 row items-center between gap-y-3 gap-x-6">
        <RankingChoice
          legend="Weeks since you bought"
          options={weeksOptions}
          chosen={weeks}
          onChoose={(chosen) => choose({ weeks: chosen })}
        />
        <RankingSelect
          label="Funds"
          options={tabs.map(({ id, label }) => ({ value: id, text: label }))}
          chosen={tab}
          onChoose={(chosen) => choose({ tab: chosen })}
        />
      </div>
      <div className="loading-note" role="status">
        {isLoading && <ShipsWheel size="sm" message="Searching for dividend treasure..." />}
      </div>
      <p className="weekly-battle__change text-s tabular" role="status">
        {change}
      </p>
      {hasFailed && (
        <FailureNotice onRetry={() => void refetch()}>
          <strong>Failed to load this ranking.</strong> Below is the previous one.
        </FailureNotice>
      )}
      <div aria-busy={isLoading}>
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

const weeksOptions = allWeeks.map((value) =>
  value === 'all' ? { value, text: 'at the first price' } : { value, text: value, label: `${value} weeks` }
)

/** The ranking over a number of weeks. */
const battles = createQuery(
  (weeks: BattleWeeks, signal) => call('GET /api/weekly-battle', { weeks }, { signal }),
  {
    freshMs: 5 * 60_000,
    onFailure: ({ message }, weeks) => logFailure(`Weekly Battle over ${weeks} weeks`, message)
  }
)

/** The visitor's choice, stored in the URL so that it can be shared and undone with Back. */
function useBattleChoice(
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
