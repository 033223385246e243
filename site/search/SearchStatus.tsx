import { type ReactNode, useEffect, useState } from 'react'
import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { ShipsWheel } from '../ui/ShipsWheel.tsx'
import { type StockSearch, shownStock } from './search-state.ts'

type SearchStatusProps = {
  search: StockSearch
  /** Popular searches, shown if there is no other status. */
  popular: ReactNode
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
export function SearchStatus({ search, popular }: SearchStatusProps) {
  const isLoading = search.status === 'loading'
  const message = useRotatingMessage(isLoading)
  const stock = shownStock(search)
  const isRefused = search.status === 'error' && search.hasPage
  return (
    <div className="search-status">
      <div role="status">
        {isLoading && <ShipsWheel size="sm" isFast message={message} />}
        {isRefused && (
          <p className="search-status__refusal">
            {search.message} <a href={pathOfFund(search.symbol)}>See what {search.symbol} has paid</a>
          </p>
        )}
        {!isLoading && !isRefused && stock !== null && (
          <p className="muted text-s">
            Showing <strong>{stock.symbol}</strong>, {stock.etf_name}
          </p>
        )}
      </div>
      <div hidden={isLoading || isRefused || stock !== null}>{popular}</div>
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
