import type { ReactNode } from 'react'
import type { DividendHistory, StockResult } from '../../../admin-api/contract/stock.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { CalculatorCard } from './calculator/CalculatorCard.tsx'
import { EstimatorCard } from './estimator/EstimatorCard.tsx'
import { HistoryCard } from './history/HistoryCard.tsx'
import { ResultView } from './ResultView.tsx'
import { TreasureMap } from './TreasureMap.tsx'

type FundStockProps = { stock: StockResult; history: DividendHistory; chart?: ReactNode }

/** The result view of a fund's own page: complete in the HTML, alive once hydrated. */
export function FundStock({ stock, history, chart }: FundStockProps) {
  return (
    <CrashGuard>
      <ResultView
        fadesIn={false}
        panel={<TreasureMap topTickers={[]} shown={stock.symbol} />}
        cards={{
          estimator: (tools) => <EstimatorCard stock={stock} tools={tools} />,
          calculator: (tools) => <CalculatorCard stock={stock} tools={tools} />,
          history: (tools) => (
            <HistoryCard stock={stock} state={{ status: 'ready', history }} chart={chart} tools={tools} />
          )
        }}
      />
    </CrashGuard>
  )
}
