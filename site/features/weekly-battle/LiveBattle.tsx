import { useState } from 'react'
import type { BattleWeeks, WeeklyBattle } from '../../../admin-api/contract/rankings.ts'
import { useLastValue, useQuery } from '../../lib/use-query.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import { BattleTable } from './BattleTable.tsx'
import { BattleTabs, panelId } from './BattleTabs.tsx'
import { battles } from './battle-query.ts'
import { FundComparison } from './FundComparison.tsx'
import { tabsOf, weeklyTab } from './standings.ts'
import { WeeksChoice } from './WeeksChoice.tsx'

/** The whole battle with its choices; draws the same table as the page until the visitor chooses. */
export function LiveBattle({ first }: { first: WeeklyBattle }) {
  const [weeks, setWeeks] = useState<BattleWeeks>(first.weeks)
  const [tab, setTab] = useState(weeklyTab.id)
  const isFirst = weeks === first.weeks
  const { value, failure, isLoading, refetch } = useQuery(battles, isFirst ? null : weeks)
  const battle = useLastValue(isFirst ? first : value) ?? first
  const hasFailed = failure !== null && !isLoading

  return (
    <>
      <div className="weekly-battle__choices">
        <WeeksChoice chosen={weeks} onChoose={setWeeks} />
        <BattleTabs tabs={tabsOf(first.entries)} chosen={tab} onChoose={setTab} />
      </div>
      <div className="weekly-battle__status" role="status">
        {isLoading && <ShipsWheel size="sm" message="Searching for dividend treasure..." />}
      </div>
      {hasFailed && (
        <FailureNotice onRetry={() => void refetch()}>
          <strong>Failed to load this ranking.</strong> Below stands the one from before.
        </FailureNotice>
      )}
      <div role="tabpanel" id={panelId} aria-labelledby={`tab-${tab}`} aria-busy={isLoading}>
        <BattleTable battle={battle} tab={tab} />
      </div>
      <FundComparison battle={battle} />
    </>
  )
}
