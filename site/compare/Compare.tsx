import { type ReactNode, useRef } from 'react'
import { logFailure } from '../lib/log.ts'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { ShipsWheel } from '../ui/ShipsWheel.tsx'
import { AddFund } from './AddFund.tsx'
import type { Choice } from './choice.ts'
import { FirstDay } from './FirstDay.tsx'
import { FundChips } from './FundChips.tsx'
import { useComparison } from './use-comparison.ts'
import '../ui/loading-note.css'
import './compare.css'

type CompareProps = {
  /** What the page shows by itself, and over which days. */
  usual: Choice
  from: string
  to: string
  /** The comparison as the page brings it: readable until, and whether or not, another is chosen. */
  children?: ReactNode
}

/** Which funds are compared and since when, above the comparison; what draws another one comes with the first choice. */
export function Compare(props: CompareProps) {
  return (
    <CrashGuard>
      <ChosenComparison {...props} />
    </CrashGuard>
  )
}

function ChosenComparison({ usual, from, to, children }: CompareProps) {
  const { choice, shown, isLoading, said, remarks, failure, ...act } = useComparison(usual)
  const result = useRef<HTMLDivElement>(null)
  const since = shown?.comparison.from ?? from

  function takeAway(what: 'figures' | 'days' | 'picture') {
    import('./take-away.ts')
      .then(({ takeAway }) => takeAway(what, { choice, usual, drawing: result.current }))
      .catch((error: unknown) => {
        logFailure('The comparison could not be saved', error)
        act.refuse('That could not be saved. Please try again.')
      })
  }

  return (
    <div className="compare">
      <div className="compare__choices">
        <FundChips symbols={choice.symbols} onRemove={act.remove} />
        <AddFund onAdd={act.add} onRefuse={act.refuse} />
        <FirstDay
          since={since}
          until={shown?.comparison.to ?? to}
          isChosen={choice.from !== null}
          isSettled={!isLoading}
          onBegin={act.begin}
          onRefuse={act.refuse}
        />
      </div>
      <div className="loading-note" role="status">
        {isLoading && <ShipsWheel size="sm" message="Drawing the lines..." />}
      </div>
      <div className="compare__said" role="status">
        {said !== '' && <p>{said}</p>}
        {remarks.map((remark) => (
          <p key={remark} className="compare__remark">
            {remark}
          </p>
        ))}
      </div>
      {failure !== null && (
        <FailureNotice onRetry={act.retry}>
          <strong>Failed to compare these funds.</strong> {failure} Below stands the comparison from before.
        </FailureNotice>
      )}
      <div ref={result} aria-busy={isLoading}>
        {shown === null ? children : <shown.View comparison={shown.comparison} />}
      </div>
      <div className="compare__tools">
        <button type="button" className="button button--quiet" onClick={() => takeAway('picture')}>
          Save picture
        </button>
        <button type="button" className="button button--quiet" onClick={() => takeAway('figures')}>
          Table as CSV
        </button>
        <button type="button" className="button button--quiet" onClick={() => takeAway('days')}>
          Every day as CSV
        </button>
      </div>
    </div>
  )
}
