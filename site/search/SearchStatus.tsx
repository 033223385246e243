import { useEffect, useState } from 'react'
import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { Button } from '../ui/Button.tsx'
import { ShipsWheel } from '../ui/ShipsWheel.tsx'
import { type StockSearch, shownStock } from './search-state.ts'
import { useTopTickers } from './top-tickers.ts'

type SearchStatusProps = {
  search: StockSearch
  /** Shown instead while there are no popular searches. */
  suggestedTickers: readonly string[]
  onPick: (ticker: string) => void
}

const messages = [
  'Searching for treasure...',
  'Charting your dividend course...',
  'Sailing the high seas...'
] as const
const messageMs = 2000

/**
 * The status below the search field, always of the same height: popular searches, the loader, the result's name, or
 * the reason why a fund has no estimate.
 */
export function SearchStatus({ search, suggestedTickers, onPick }: SearchStatusProps) {
  const isLoading = search.status === 'loading'
  const message = useRotatingMessage(isLoading)
  const stock = shownStock(search)
  const isRefused = search.status === 'error' && search.hasPage
  const popular = useTopTickers(stock === null)
  return (
    <div className="search-status">
      <div role="status" className="search-status__live">
        {isLoading && <ShipsWheel size="sm" speed="fast" message={message} />}
        {isRefused && (
          <p className="search-status__refusal">
            {search.message}{' '}
            <a href={pathOfFund(search.symbol)}>The {search.symbol} page, with what it has paid</a>
          </p>
        )}
        {!isLoading && !isRefused && stock !== null && (
          <p className="search-status__shown">
            Showing <strong>{stock.symbol}</strong>, {stock.etf_name}
          </p>
        )}
      </div>
      {!isLoading && !isRefused && stock === null && (
        <Tickers
          title={popular.length > 0 ? 'Popular searches' : 'Try'}
          tickers={popular.length > 0 ? popular : suggestedTickers}
          onPick={onPick}
        />
      )}
    </div>
  )
}

type TickersProps = { title: string; tickers: readonly string[]; onPick: (ticker: string) => void }

function Tickers({ title, tickers, onPick }: TickersProps) {
  return (
    <div className="search-status__popular">
      <p className="search-status__label" id="popular-searches">
        {title}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend's layout */}
      <div className="search-status__tickers" role="group" aria-labelledby="popular-searches">
        {tickers.map((ticker) => (
          <Button key={ticker} variant="chip" onClick={() => onPick(ticker)}>
            {ticker}
          </Button>
        ))}
      </div>
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
