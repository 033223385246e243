import { useEffect, useRef } from 'react'
import { feedPathOfFund } from '../../admin-api/contract/calendar.ts'
import { pathOfFund } from '../../admin-api/contract/pages.ts'
import type { StockResult } from '../../admin-api/contract/stock.ts'
import { call } from '../lib/call.ts'
import { newYorkDay } from '../lib/days.ts'
import { createQuery } from '../lib/query.ts'
import { useQuery } from '../lib/use-query.ts'
import { nextCloseDay, useNextClose } from '../lib/use-today.ts'
import { runSearch } from '../search/search.ts'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { historyFacts } from './chart/chart-points.ts'
import { EstimatorNotes } from './estimator/EstimatorNotes.tsx'
import { PaymentsTable } from './history/PaymentsTable.tsx'
import { ResultView } from './ResultView.tsx'
import { TopTickers } from './TopTickers.tsx'

type SearchResultProps = {
  stock: StockResult
  /** The same result right after the visitor's own search: its heading then gets the focus. */
  announced: StockResult | null
}

/** Result of a search on the home page; the history is fetched separately. */
export function SearchResult(props: SearchResultProps) {
  return (
    <CrashGuard subject={props.stock}>
      <Result {...props} />
    </CrashGuard>
  )
}

function Result({ stock, announced }: SearchResultProps) {
  const history = useQuery(dividendHistories, stock.symbol)
  const today = newYorkDay()
  const nextClose = useNextClose(nextCloseDay())
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (announced !== null) heading.current?.focus({ preventScroll: true })
  }, [announced])
  return (
    <ResultView
      fadesIn
      stock={stock}
      today={today}
      nextClose={nextClose}
      title={
        <div>
          <h2 className="result-view__title text-l strong" ref={heading} tabIndex={-1}>
            {stock.symbol}: {stock.etf_name}
          </h2>
          {stock.renamed_from !== null && (
            <p>
              {stock.renamed_from} is listed here as {stock.symbol}.
            </p>
          )}
          <p className="above-1 row gap-y-1 gap-x-4 text-s">
            <a className="tap" href={pathOfFund(stock.symbol)}>
              See the {stock.symbol} page
            </a>{' '}
            <FeedLinks symbol={stock.symbol} />
          </p>
        </div>
      }
      panel={<TopTickers shown={stock.symbol} onSelect={(ticker) => void runSearch(ticker, 'quiet')} />}
      notes={<EstimatorNotes stock={stock} />}
      history={{
        history: history.value && historyFacts(history.value),
        figures: history.value && <PaymentsTable symbol={stock.symbol} history={history.value} />,
        failure: history.isLoading ? null : history.failure,
        onRetry: () => void history.refetch()
      }}
    />
  )
}

/** Calendar links of a fund. Rendered in the browser only, because the links need the site's host. */
function FeedLinks({ symbol }: { symbol: string }) {
  const path = feedPathOfFund(symbol)
  return (
    <>
      <a className="tap" href={`webcal://${location.host}${path}`}>
        Subscribe<span className="visually-hidden"> to the dates of {symbol}</span>
      </a>{' '}
      <a className="tap" href={path} download={`doubloon-${symbol.toLowerCase()}.ics`}>
        Download .ics<span className="visually-hidden"> with the dates of {symbol}</span>
      </a>
    </>
  )
}

const minuteMs = 60_000

/** Payments of a fund by symbol. */
const dividendHistories = createQuery(
  (symbol, signal) => call('POST /api/stock/dividend-history', { symbol }, { signal }),
  { freshMs: 5 * minuteMs, cacheMs: 10 * minuteMs }
)
