import { useEffect, useState } from 'react'
import { type StockSearch, shownStock } from '../../stores/search/search-state.ts'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'

type SearchStatusProps = {
  search: StockSearch
  topTickers: readonly string[]
  onPick: (ticker: string) => void
}

const messages = [
  'Searching for treasure...',
  'Charting your dividend course...',
  'Sailing the high seas...'
] as const
const messageMs = 2000
const shownTickers = 3

/** One place under the field, always of the same height: popular searches, the loader, or what is shown. */
export function SearchStatus({ search, topTickers, onPick }: SearchStatusProps) {
  const isLoading = search.status === 'loading'
  const message = useRotatingMessage(isLoading)
  const stock = shownStock(search)
  return (
    <div className="search-status">
      <div role="status" className="search-status__live">
        {isLoading && <ShipsWheel size="sm" speed="fast" message={message} />}
        {!isLoading && stock !== null && (
          <p className="search-status__shown">
            Showing <strong>{stock.symbol}</strong>, {stock.etf_name}
          </p>
        )}
      </div>
      {!isLoading && stock === null && topTickers.length > 0 && (
        <div className="search-status__popular">
          <p className="search-status__label" id="popular-searches">
            Popular searches
          </p>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend's layout */}
          <div className="search-status__tickers" role="group" aria-labelledby="popular-searches">
            {topTickers.slice(0, shownTickers).map((ticker) => (
              <button key={ticker} type="button" className="chip" onClick={() => onPick(ticker)}>
                {ticker}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

function useRotatingMessage(isRunning: boolean): string {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    setTurn(0)
    const timer = setInterval(() => setTurn((last) => last + 1), messageMs)
    return () => clearInterval(timer)
  }, [isRunning])
  return messages[turn % messages.length] ?? messages[0]
}
