import { pathOfFund } from '../../../admin-api/contract/pages.ts'
import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { useQuery } from '../../lib/use-query.ts'
import { dividendHistories } from '../../stores/dividend-history.ts'
import { searchStock } from '../../stores/search/search.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { CalculatorCard } from './calculator/CalculatorCard.tsx'
import { EstimatorCard } from './estimator/EstimatorCard.tsx'
import { HistoryCard } from './history/HistoryCard.tsx'
import { ResultView } from './ResultView.tsx'
import { TopTickers } from './TopTickers.tsx'

type SearchResultProps = { stock: StockResult; topTickers: string[] }

/** What a search on the home page found: its history comes by a call of its own. */
export function SearchResult(props: SearchResultProps) {
  return (
    <CrashGuard>
      <Result {...props} />
    </CrashGuard>
  )
}

function Result({ stock, topTickers }: SearchResultProps) {
  const history = useQuery(dividendHistories, stock.symbol)
  return (
    <ResultView
      fadesIn
      title={
        <p className="result-view__title">
          <strong>{stock.etf_name}</strong>
          {stock.renamed_from !== null && (
            <span>
              {stock.renamed_from} is {stock.symbol} today.
            </span>
          )}
          <a href={pathOfFund(stock.symbol)}>The {stock.symbol} page, with every payment</a>
        </p>
      }
      panel={
        <TopTickers
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
            history={history.value}
            failure={history.isLoading ? null : history.failure}
            onRetry={() => void history.refetch()}
            tools={tools}
          />
        )
      }}
    />
  )
}
