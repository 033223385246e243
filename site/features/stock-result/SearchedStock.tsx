import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef } from 'react'
import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { $dividendHistory, loadHistory } from '../../stores/dividend-history.ts'
import { $stockSearch, searchStock } from '../../stores/stock-search.store.ts'
import { shownStock } from '../../stores/stock-search.ts'
import { CalculatorCard } from './calculator/CalculatorCard.tsx'
import { EstimatorCard } from './estimator/EstimatorCard.tsx'
import { HistoryCard } from './history/HistoryCard.tsx'
import { ResultView } from './ResultView.tsx'
import './searched-stock.css'
import { TreasureMap } from './TreasureMap.tsx'

/** What the search found; nothing before. */
export function SearchedStock({ topTickers }: { topTickers: string[] }) {
  const search = useStore($stockSearch, { ssr: 'initial' })
  const stock = shownStock(search)
  const root = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    // The store, not the render: while hydrating, the render does not know yet what was restored.
    const isShown = shownStock($stockSearch.get()) !== null
    if (isShown) document.documentElement.dataset.result = 'shown'
    else delete document.documentElement.dataset.result
  })

  // A result below the fold comes into view, but only one that was just asked for.
  const hasSearched = useRef(false)
  useLayoutEffect(() => {
    if (search.status === 'loading') hasSearched.current = true
    if (search.status !== 'success' || !hasSearched.current) return
    hasSearched.current = false
    showFromTop(root.current)
  }, [search.status])

  return (
    <div ref={root} className="searched-stock">
      {stock !== null && <Found stock={stock} topTickers={topTickers} />}
    </div>
  )
}

function Found({ stock, topTickers }: { stock: StockResult; topTickers: string[] }) {
  const history = useStore($dividendHistory)
  return (
    <ResultView
      fadesIn
      title={
        <p className="result-view__title">
          <a href={`/${stock.symbol.toLowerCase()}`}>
            {stock.symbol}: {stock.etf_name}
          </a>
        </p>
      }
      panel={
        <TreasureMap
          topTickers={topTickers}
          shown={stock.symbol}
          onSelect={(ticker) => void searchStock(ticker, 'quiet')}
        />
      }
      cards={{
        estimator: (tools) => <EstimatorCard stock={stock} tools={tools} />,
        calculator: (tools) => <CalculatorCard key={stock.symbol} stock={stock} tools={tools} />,
        history: (tools) => (
          <HistoryCard
            stock={stock}
            state={history}
            onRetry={() => void loadHistory(stock.symbol)}
            tools={tools}
          />
        )
      }}
    />
  )
}

function showFromTop(element: HTMLElement | null): void {
  if (element === null || element.getBoundingClientRect().top < window.innerHeight * 0.6) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' })
}
