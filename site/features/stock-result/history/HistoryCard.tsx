import type { ReactNode } from 'react'
import type { StockResult } from '../../../../admin-api/contract/stock.ts'
import { cardTitles } from '../../../stores/card-order.ts'
import type { HistoryState } from '../../../stores/dividend-history.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { ResultCard } from '../ResultCard.tsx'
import './history-card.css'
import { HistoryChart } from './HistoryChart.tsx'

type HistoryCardProps = {
  stock: Pick<StockResult, 'symbol' | 'frequency_label'>
  state: HistoryState
  /** The drawing that came with the page. */
  chart?: ReactNode
  onRetry?: () => void
  tools: ReactNode
}

export function HistoryCard({ stock, state, chart, onRetry, tools }: HistoryCardProps) {
  return (
    <ResultCard
      name="history"
      label={`${stock.symbol} · ${stock.frequency_label}`}
      title={cardTitles.history}
      icon={<Icon name="chart" />}
      tools={tools}
      footer="Amounts stand on today's share basis: payments before a split are converted."
    >
      <HistoryBody symbol={stock.symbol} state={state} chart={chart} onRetry={onRetry} />
    </ResultCard>
  )
}

type HistoryBodyProps = {
  symbol: string
  state: HistoryState
  chart: ReactNode
  onRetry: (() => void) | undefined
}

function HistoryBody({ symbol, state, chart, onRetry }: HistoryBodyProps) {
  if (state.status === 'loading') {
    return <div className="history-card__blank" role="status" aria-label="Loading the dividend history" />
  }
  if (state.status === 'error') {
    return (
      <div className="history-card__blank" role="alert">
        <p className="history-card__message">Error loading dividend history.</p>
        <p className="history-card__hint">{state.message || 'Please try again later.'}</p>
        {onRetry !== undefined && (
          <button type="button" className="button button--quiet" onClick={onRetry}>
            Try again
          </button>
        )}
      </div>
    )
  }
  if (state.history.dividend_history.length === 0) {
    return (
      <div className="history-card__blank">
        <p className="history-card__message">No dividend history available for {symbol}.</p>
        <p className="history-card__hint">
          This can happen for newer ETFs or those with less than 24 months of history.
        </p>
      </div>
    )
  }
  return <HistoryChart key={symbol} symbol={symbol} history={state.history} still={chart} />
}
