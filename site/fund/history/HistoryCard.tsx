import type { ReactNode } from 'react'
import type { CallFailure } from '../../lib/call-endpoint.ts'
import { Button } from '../../ui/Button.tsx'
import type { HistoryFacts } from '../chart/chart-points.ts'
import { HistoryChart } from '../chart/HistoryChart.tsx'
import { ResultCard } from '../ResultCard.tsx'
import './history-card.css'

export type HistoryCardProps = {
  symbol: string
  /** null until loaded. */
  history: HistoryFacts | null
  failure?: CallFailure | null
  /** The payments as a table. */
  figures: ReactNode
  onRetry?: () => void
}

export function HistoryCard(props: HistoryCardProps) {
  return (
    <ResultCard name="history">
      <HistoryBody {...props} />
    </ResultCard>
  )
}

function HistoryBody({ symbol, history, failure = null, figures, onRetry }: HistoryCardProps) {
  if (history === null && failure === null) {
    return <div className="history-card__blank" role="status" aria-label="Loading the dividend history" />
  }
  if (history === null) {
    const reason = failure?.from === 'server' ? failure.message : 'Please try again later.'
    return (
      <div className="history-card__blank stack centered gap-2 text-center" role="alert">
        <p className="semibold">Error loading dividend history.</p>
        <p className="muted text-s">{reason}</p>
        {onRetry !== undefined && (
          <Button variant="quiet" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    )
  }
  if (history.points.length === 0) {
    return (
      <div className="history-card__blank stack centered gap-2 text-center">
        <p className="semibold">No dividend history available for {symbol}.</p>
        <p className="muted text-s">
          This can happen for newer ETFs or those with less than 24 months of history.
        </p>
      </div>
    )
  }
  return (
    <>
      <HistoryChart key={symbol} symbol={symbol} history={history} />
      {figures}
    </>
  )
}
