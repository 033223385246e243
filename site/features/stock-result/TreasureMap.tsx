import './treasure-map.css'
import { useTopTickers } from './use-top-tickers.ts'

type TreasureMapProps = {
  /** Known when the page was written; the newest answer of the server replaces it. */
  topTickers: readonly string[]
  shown: string
  /** Runs a search; without it the tickers are links to their own pages. */
  onSelect?: (ticker: string) => void
}

/** The most searched tickers, beside the result where there is room. */
export function TreasureMap({ topTickers, shown, onSelect }: TreasureMapProps) {
  const tickers = useTopTickers(topTickers)
  return (
    <aside className="treasure-map" aria-labelledby="treasure-map-title">
      <svg className="treasure-map__art" viewBox="0 0 96 40" aria-hidden="true">
        <path className="treasure-map__art-course" d="M4 32 C 18 8, 34 36, 48 22 S 70 6, 82 18" />
        <path className="treasure-map__art-mark" d="M80 10 l12 14 m0 -14 l-12 14" />
      </svg>
      <h2 className="treasure-map__title" id="treasure-map-title">
        Treasure Map
      </h2>
      <p className="treasure-map__lead">Most searched</p>
      {tickers.length === 0 ? (
        <p className="treasure-map__empty">No course charted yet.</p>
      ) : (
        <ol className="treasure-map__course">
          {tickers.map((ticker) => (
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
