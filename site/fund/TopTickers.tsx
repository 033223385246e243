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
      <ol className="top-tickers__list">
        {(value ?? []).map((ticker) => (
          <li key={ticker}>
            <button
              type="button"
              className="chip"
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
      <ol className="top-tickers__list" data-top-tickers="">
        <li hidden>
          <a className="chip" href="/">
            ticker
          </a>
        </li>
      </ol>
    </Panel>
  )
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <aside className="top-tickers sheet" aria-label="Treasure Map">
      <p>
        <strong>Treasure Map</strong> <span className="muted text-xs">Most searched</span>
      </p>
      {children}
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
