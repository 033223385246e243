import { useEffect, useState } from 'react'
import type { RoiEntry } from '../../../admin-api/contract/rankings.ts'
import { toSlug } from '../../calendar/calendar-choice.ts'
import { withParams } from '../../lib/query-param.ts'
import { useQuery } from '../../lib/use-query.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { RoiTable } from './RoiTable.tsx'
import { bestFirst, countIssuers, nextOrder, rankEntries, readIssuer, sortEntries } from './ranking-order.ts'
import { freshMs, newerRankings, roiRankings } from './roi-query.ts'
import './roi-rankings.css'

/** The page's ranking, refreshed, sortable and filtered by issuer. */
export function RoiRankings({ rankings }: { rankings: RoiEntry[] }) {
  const { value, failure, isLoading, refetch } = useQuery(
    roiRankings,
    'all',
    // Without rankings in the page, request them immediately.
    rankings.length > 0 ? { everyMs: freshMs, seed: rankings } : {}
  )
  const [order, setOrder] = useState(bestFirst)
  const [issuer, setIssuer] = useState<string | null>(null)
  const entries = newerRankings(value, rankings)
  const issuers = countIssuers(entries)
  useEffect(() => {
    const follow = () =>
      setIssuer(
        readIssuer(
          location.search,
          countIssuers(rankings).map(({ issuer }) => issuer)
        )
      )
    follow()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [rankings])
  const chooseIssuer = (chosen: string | null) => {
    setIssuer(chosen)
    const query = withParams(location.search, { issuer: chosen && toSlug(chosen) })
    history.replaceState(history.state, '', location.pathname + query + location.hash)
  }
  const hasFailed = failure !== null && !isLoading

  const ranked = rankEntries(entries)
  const shown = sortEntries(
    ranked.filter((entry) => issuer === null || entry.issuer === issuer),
    order
  )
  return (
    <CrashGuard>
      <section className="roi-rankings" aria-label="Total ROI of all funds">
        <div className="below-4 row items-center between gap-y-3 gap-x-5">
          <IssuerChoice issuers={issuers} chosen={issuer} onChoose={chooseIssuer} />
          <ul className="roi-rankings__legend row gap-x-4 muted text-xs" aria-hidden="true">
            <li className="roi-rankings__legend-price">price</li>
            <li className="roi-rankings__legend-dividends">dividends</li>
            <li className="roi-rankings__legend-total">total ROI</li>
          </ul>
        </div>
        {hasFailed && (
          <FailureNotice onRetry={() => void refetch()}>
            <strong>Failed to load ROI rankings</strong>
            {entries.length > 0 && '. Below is the ranking from when this page was made.'}
          </FailureNotice>
        )}
        {(shown.length > 0 || !hasFailed) && (
          <RoiTable
            entries={shown}
            scaledBy={entries}
            order={order}
            isLoading={isLoading}
            onSort={(key) => setOrder(nextOrder(order, key))}
          />
        )}
      </section>
    </CrashGuard>
  )
}

type IssuerChoiceProps = {
  issuers: readonly { issuer: string; count: number }[]
  /** null for all of them. */
  chosen: string | null
  onChoose: (issuer: string | null) => void
}

function IssuerChoice({ issuers, chosen, onChoose }: IssuerChoiceProps) {
  const total = issuers.reduce((sum, { count }) => sum + count, 0)
  const options = [
    { value: null, text: 'All', count: total },
    ...issuers.map(({ issuer, count }) => ({ value: issuer, text: issuer, count }))
  ]
  return (
    <fieldset className="choice choice--row">
      <legend className="choice__name">Issuer</legend>
      {options.map(({ value, text, count }) => (
        <label key={text} className="choice__option">
          <input
            className="choice__input"
            type="radio"
            name="issuer"
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          <span className="chip">
            {text} <span className="choice__count">{count}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
