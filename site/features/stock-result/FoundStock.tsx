import { useStore } from '@nanostores/react'
import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { $dividendHistory, loadHistory } from '../../stores/dividend-history.ts'
import { searchStock } from '../../stores/stock-search.store.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { CalculatorCard } from './calculator/CalculatorCard.tsx'
import { EstimatorCard } from './estimator/EstimatorCard.tsx'
import { HistoryCard } from './history/HistoryCard.tsx'
import { ResultView } from './ResultView.tsx'
import { TreasureMap } from './TreasureMap.tsx'

type FoundStockProps = { stock: StockResult; topTickers: string[] }

/** The result view of a search: its history comes by a call of its own. */
export function FoundStock(props: FoundStockProps) {
  return (
    <CrashGuard>
      <Found {...props} />
    </CrashGuard>
  )
}

function Found({ stock, topTickers }: FoundStockProps) {
  const history = useStore($dividendHistory)
  return (
    <ResultView
      fadesIn
      title={
        <p className="result-view__title">
          <strong>{stock.etf_name}</strong>
          <a href={`/${stock.symbol.toLowerCase()}`}>The {stock.symbol} page, with every payment</a>
        </p>
      }
      panel={
        <TreasureMap
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
            state={history}
            onRetry={() => void loadHistory(stock.symbol)}
            tools={tools}
          />
        )
      }}
    />
  )
}
