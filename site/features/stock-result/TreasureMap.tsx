import { useStore } from '@nanostores/react'
import { $topTickers } from '../../stores/top-tickers.ts'
import './treasure-map.css'

type TreasureMapProps = {
  /** Known when the page was written; the newest answer of the server replaces it. */
  topTickers: readonly string[]
  shown: string
  /** Runs a search; without it the tickers are links to their own pages. */
  onSelect?: (ticker: string) => void
}

/** The most searched tickers, beside the result where there is room. */
export function TreasureMap({ topTickers, shown, onSelect }: TreasureMapProps) {
  const refreshed = useStore($topTickers, { ssr: 'initial' })
  const tickers = refreshed === null || refreshed.length === 0 ? topTickers : refreshed
  return (
    <aside className="treasure-map" aria-labelledby="treasure-map-title">
      <h2 className="treasure-map__title" id="treasure-map-title">
        Treasure Map
      </h2>
      <p className="treasure-map__lead">Most searched</p>
      {tickers.length === 0 ? (
        <p className="treasure-map__empty">No course charted yet.</p>
      ) : (
        <ol className="treasure-map__course">
          {tickers.slice(0, 3).map((ticker) => (
            <li key={ticker} className="treasure-map__stop">
              {onSelect === undefined ? (
                <a
                  className="treasure-map__ticker"
                  href={`/${ticker.toLowerCase()}`}
                  aria-current={ticker === shown ? 'page' : undefined}
                >
                  {ticker}
                </a>
              ) : (
                <button
                  type="button"
                  className="treasure-map__ticker"
                  aria-label={`Search ${ticker}`}
                  aria-pressed={ticker === shown}
                  onClick={() => onSelect(ticker)}
                >
                  {ticker}
                </button>
              )}
            </li>
          ))}
        </ol>
      )}
    </aside>
  )
}
