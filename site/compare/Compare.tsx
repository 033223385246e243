import { useStore } from '@nanostores/react'
import { type ReactNode, useRef } from 'react'
import { logFailure } from '../lib/log.ts'
import { $myFunds } from '../portfolio/my-funds.ts'
import { Button } from '../ui/Button.tsx'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { ShipsWheel } from '../ui/ShipsWheel.tsx'
import { AddFundField } from './AddFundField.tsx'
import type { Choice } from './choice.ts'
import { FirstDay } from './FirstDay.tsx'
import { FundChips } from './FundChips.tsx'
import { useComparison } from './use-comparison.ts'
import '../ui/notices.css'
import './compare.css'

type CompareProps = {
  /** The page's own funds and days. */
  usual: Choice
  from: string
  to: string
  /** The static comparison, shown until another one is chosen. */
  children?: ReactNode
}

/** Controls of the comparison. Code for other comparisons loads with the first choice. */
export function Compare(props: CompareProps) {
  return (
    <CrashGuard>
      <ChosenComparison {...props} />
    </CrashGuard>
  )
}

function ChosenComparison({ usual, from, to, children }: CompareProps) {
  const { choice, shown, isLoading, announcement, remarks, failure, ...act } = useComparison(usual)
  const result = useRef<HTMLDivElement>(null)
  const mine = [...useStore($myFunds, { ssr: 'initial' }).symbols]
  const since = shown?.comparison.from ?? from

  function downloadComparison(what: 'figures' | 'days' | 'picture') {
    import('./download-comparison.ts')
      .then(({ downloadComparison }) => downloadComparison(what, { choice, usual, drawing: result.current }))
      .catch((error: unknown) => {
        logFailure('The comparison could not be saved', error)
        act.refuse('That couldn’t be saved. Please try again.')
      })
  }

  return (
    <div className="compare">
      <div className="compare__choices row items-end gap-y-4 gap-x-6">
        <FundChips symbols={choice.symbols} onRemove={act.remove} />
        {mine.length > 1 && (
          <Button variant="quiet" onClick={() => act.replace(mine)}>
            Compare my funds
          </Button>
        )}
        <AddFundField onAdd={act.add} onRefuse={act.refuse} />
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
      <div className="compare__said text-s tabular" role="status">
        {announcement !== '' && <p>{announcement}</p>}
        {remarks.map((remark) => (
          <p key={remark} className="compare__remark">
            {remark}
          </p>
        ))}
      </div>
      {failure !== null && (
        <FailureNotice onRetry={act.retry}>
          <strong>Failed to compare these funds.</strong> {failure} Below is the previous comparison.
        </FailureNotice>
      )}
      <div ref={result} aria-busy={isLoading}>
        {shown === null ? children : <shown.View comparison={shown.comparison} />}
      </div>
      <div className="compare__tools above-5 row gap-y-2 gap-x-3">
        <Button variant="quiet" onClick={() => downloadComparison('picture')}>
          Save picture
        </Button>
        <Button variant="quiet" onClick={() => downloadComparison('figures')}>
          Table as CSV
        </Button>
        <Button variant="quiet" onClick={() => downloadComparison('days')}>
          Every day as CSV
        </Button>
      </div>
    </div>
  )
}
