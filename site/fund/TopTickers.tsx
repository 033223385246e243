import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { useTopTickers } from '../search/top-tickers.ts'
import './top-tickers.css'

/** From this width on the panel is on screen; top-tickers.css says the same. */
const panelWidth = '(min-width: 48rem)'

type TopTickersProps = {
  /** Known when the page was written, null where it was not; the newest answer of the server replaces it. */
  topTickers: string[] | null
  shown: string
  /** Runs a search; without it the tickers are links to their own pages. */
  onSelect?: (ticker: string) => void
}

/** The most searched tickers, beside the result where there is room. */
export function TopTickers({ topTickers, shown, onSelect }: TopTickersProps) {
  const tickers = useTopTickers(topTickers, useMediaQuery(panelWidth))
  return (
    <aside className="top-tickers" aria-labelledby="top-tickers-title">
      <svg className="top-tickers__art" viewBox="0 0 96 40" aria-hidden="true">
        <path className="top-tickers__art-line" d="M4 32 C 18 8, 34 36, 48 22 S 70 6, 82 18" />
        <path className="top-tickers__art-mark" d="M80 10 l12 14 m0 -14 l-12 14" />
      </svg>
      <h2 className="top-tickers__title" id="top-tickers-title">
        Treasure Map
      </h2>
      <p className="top-tickers__lead">Most searched</p>
      {tickers.length === 0 ? (
        <p className="top-tickers__empty">No searches yet.</p>
      ) : (
        <ol className="top-tickers__list">
          {tickers.map((ticker) => (
            <li key={ticker} className="top-tickers__item">
              {onSelect === undefined ? (
                <a
                  className="top-tickers__ticker"
                  href={pathOfFund(ticker)}
                  aria-current={ticker === shown ? 'page' : undefined}
                >
                  {ticker}
                </a>
              ) : (
                <button
                  type="button"
                  className="top-tickers__ticker"
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
