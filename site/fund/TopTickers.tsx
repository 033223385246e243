import { type ReactNode, useSyncExternalStore } from 'react'
import { useQuery } from '../lib/use-query.ts'
import { refreshEveryMs, topTickers } from '../search/top-tickers.ts'
import './top-tickers.css'

/** The panel is visible from this width on; top-tickers.css has the same value. */
const panelWidth = '(width >= 48rem)'

/** Most searched tickers next to a search result, if there is room. */
export function TopTickers({ shown, onSelect }: { shown: string; onSelect: (ticker: string) => void }) {
  const { value } = useQuery(topTickers, usePanelIsShown() ? 'all' : null, { everyMs: refreshEveryMs })
  return (
    <Panel>
      <ol className="top-tickers__list above-3 stack gap-3">
        {(value ?? []).map((ticker) => (
          <li key={ticker} className="top-tickers__item">
            <button
              type="button"
              className="top-tickers__ticker"
              aria-label={`Search ${ticker}`}
              aria-pressed={ticker === shown}
              onClick={() => onSelect(ticker)}
            >
              {ticker}
            </button>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** The same panel with links, for fund pages; filled by startTopTickers(). */
export function TopTickerLinks() {
  return (
    <Panel>
      <ol className="top-tickers__list above-3 stack gap-3" data-top-tickers="">
        <li className="top-tickers__item" hidden>
          <a className="top-tickers__ticker" href="/">
            ticker
          </a>
        </li>
      </ol>
    </Panel>
  )
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <aside className="top-tickers" aria-labelledby="top-tickers-title">
      <svg className="top-tickers__art" viewBox="0 0 96 40" aria-hidden="true">
        <path className="top-tickers__art-line" d="M4 32 C 18 8, 34 36, 48 22 S 70 6, 82 18" />
        <path className="top-tickers__art-mark" d="M80 10 l12 14 m0 -14 l-12 14" />
      </svg>
      <h2 className="top-tickers__title text-l" id="top-tickers-title">
        Treasure Map
      </h2>
      <p className="muted text-xs">Most searched</p>
      {children}
      <p className="top-tickers__empty above-3 muted text-s">No searches yet.</p>
    </aside>
  )
}

function usePanelIsShown(): boolean {
  return useSyncExternalStore(
    listenToPanelWidth,
    () => matchMedia(panelWidth).matches,
    () => false
  )
}

function listenToPanelWidth(onChange: () => void): () => void {
  const list = matchMedia(panelWidth)
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}
