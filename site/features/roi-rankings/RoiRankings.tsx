import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { RoiEntry } from '../../../admin-api/contract/rankings.ts'
import { logFailure } from '../../lib/log.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { IssuerChoice } from './IssuerChoice.tsx'
import { loadRankings } from './load-rankings.ts'
import { RoiTable } from './RoiTable.tsx'
import { bestFirst, countIssuers, nextOrder, rankEntries, sortEntries } from './ranking-order.ts'
import { openRankings, rankingsReducer } from './rankings-state.ts'
import './roi-rankings.css'

/** The ranking that came with the page, kept fresh, sortable and filtered by issuer. */
export function RoiRankings({ rankings }: { rankings: RoiEntry[] }) {
  const [state, dispatch] = useReducer(rankingsReducer, rankings, openRankings)
  const [order, setOrder] = useState(bestFirst)
  const [issuer, setIssuer] = useState<string | null>(null)
  const gone = useRef<AbortController | null>(null)

  const refresh = useCallback(async () => {
    gone.current?.abort()
    const controller = new AbortController()
    gone.current = controller
    const { signal } = controller
    dispatch({ type: 'asked' })
    try {
      const entries = await loadRankings(signal)
      if (!signal.aborted) dispatch({ type: 'answered', entries })
    } catch (error) {
      if (signal.aborted) return
      logFailure('ROI rankings', error)
      dispatch({ type: 'failed' })
    }
  }, [])

  useEffect(() => {
    void refresh()
    return () => gone.current?.abort()
  }, [refresh])

  const ranked = rankEntries(state.entries)
  const shown = sortEntries(
    ranked.filter((entry) => issuer === null || entry.issuer === issuer),
    order
  )
  return (
    <CrashGuard onRetry={refresh}>
      <section className="roi-rankings" aria-label="Total ROI of all funds">
        <div className="roi-rankings__tools">
          <IssuerChoice issuers={countIssuers(state.entries)} chosen={issuer} onChoose={setIssuer} />
          <ul className="roi-rankings__legend" aria-hidden="true">
            <li className="roi-rankings__legend-price">price</li>
            <li className="roi-rankings__legend-dividends">dividends</li>
            <li className="roi-rankings__legend-total">total ROI</li>
          </ul>
        </div>
        {state.status === 'failed' && (
          <div className="roi-rankings__failure" role="alert">
            <p>
              <strong>Failed to load ROI rankings</strong>
              {state.entries.length > 0 && '. Below stands what this page brought along.'}
            </p>
            <button type="button" className="button button--quiet" onClick={refresh}>
              Try Again
            </button>
          </div>
        )}
        {(shown.length > 0 || state.status !== 'failed') && (
          <RoiTable
            entries={shown}
            scaledBy={state.entries}
            order={order}
            isLoading={state.status === 'loading'}
            onSort={(key) => setOrder(nextOrder(order, key))}
          />
        )}
      </section>
    </CrashGuard>
  )
}
