import { useEffect, useState } from 'react'
import type { RoiEntry, RoiMonths } from '../../../admin-api/contract/rankings.ts'
import { defaultRoiMonths } from '../../../admin-api/contract/vocabulary.ts'
import { toSlug } from '../../calendar/calendar-choice.ts'
import { replaceParams } from '../../lib/query-param.ts'
import { useQuery } from '../../lib/use-query.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { RankingChoice, RankingSelect } from '../RankingCells.tsx'
import { RoiTable } from './RoiTable.tsx'
import { countIssuers, freshMs, newerRankings, rankEntries, readIssuer, roiRankings } from './roi-entries.ts'
import '../../ui/legend.css'
import './roi-rankings.css'

const periods = [
  { value: '12', text: '12 months' },
  { value: 'all', text: 'Since its first price' }
] as const

/** The page's ranking, refreshed, sortable and filtered by issuer. */
export function RoiRankings({ rankings }: { rankings: RoiEntry[] }) {
  const [months, setMonths] = useState<RoiMonths>(defaultRoiMonths)
  const isOnPage = months === defaultRoiMonths
  const { value, failure, isLoading, refetch } = useQuery(
    roiRankings,
    months,
    // Without these rankings in the page, request them immediately.
    isOnPage && rankings.length > 0 ? { everyMs: freshMs, seed: rankings } : {}
  )
  const [issuer, setIssuer] = useState<string | null>(null)
  const entries = isOnPage ? newerRankings(value, rankings) : (value ?? [])
  useEffect(() => {
    const issuers = rankings.map((entry) => entry.issuer)
    setIssuer(readIssuer(location.search, issuers))
  }, [rankings])
  const chooseIssuer = (chosen: string) => {
    setIssuer(chosen || null)
    replaceParams({ issuer: toSlug(chosen) })
  }
  const hasFailed = failure !== null && !isLoading

  const shown = rankEntries(entries).filter((entry) => issuer === null || entry.issuer === issuer)
  return (
    <CrashGuard>
      <section className="roi-rankings" aria-label="Total ROI of all funds">
        <div className="below-4 row items-center between gap-y-3 gap-x-5">
          <RankingChoice legend="Period" options={periods} chosen={months} onChoose={setMonths} />
          <RankingSelect
            label="Issuer"
            options={[{ value: '', text: `All (${entries.length})` }, ...countIssuers(entries)]}
            chosen={issuer ?? ''}
            onChoose={chooseIssuer}
          />
          <ul className="legend row gap-x-4 muted text-xs" aria-hidden="true">
            <li className="roi-rankings__price">price</li>
            <li>dividends</li>
            <li className="roi-rankings__total">total ROI</li>
          </ul>
        </div>
        {hasFailed && (
          <FailureNotice onRetry={() => void refetch()}>
            <strong>Failed to load ROI rankings</strong>
            {entries.length > 0 && '. Below is the ranking from when this page was made.'}
          </FailureNotice>
        )}
        {(shown.length > 0 || !hasFailed) && (
          <RoiTable entries={shown} scaledBy={entries} isLoading={isLoading} />
        )}
      </section>
    </CrashGuard>
  )
}
