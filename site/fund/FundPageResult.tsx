import type { ReactNode } from 'react'
import type { StockResult } from '../../admin-api/contract/stock.ts'
import { useNextClose, useToday } from '../lib/use-today.ts'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { CalculatorCard } from './calculator/CalculatorCard.tsx'
import type { HistoryFacts } from './chart/chart-points.ts'
import { EstimatorCard } from './estimator/EstimatorCard.tsx'
import { HistoryCard } from './history/HistoryCard.tsx'
import { ResultView } from './ResultView.tsx'
import { useHeldShares } from './use-held-shares.ts'

type FundPageResultProps = {
  stock: StockResult
  history: HistoryFacts
  /** Day the page was rendered for. */
  today: string
  /** First session whose close was ahead then. */
  nextClose: string
  /** Rendered on the server; the browser doesn't need the code. */
  panel?: ReactNode
  menu?: ReactNode
  figures?: ReactNode
  notes?: ReactNode
}

/** The result cards on a fund's own page: complete in the HTML, interactive once hydrated. */
export function FundPageResult({
  stock,
  history,
  today: renderedOn,
  nextClose: renderedFor,
  panel,
  menu,
  figures,
  notes
}: FundPageResultProps) {
  const today = useToday(renderedOn)
  const nextClose = useNextClose(renderedFor)
  const held = useHeldShares(stock.symbol)
  return (
    <CrashGuard>
      <ResultView
        fadesIn={false}
        panel={panel}
        cards={{
          estimator: (
            <EstimatorCard
              stock={stock}
              today={today}
              nextClose={nextClose}
              held={held}
              menu={menu}
              notes={notes}
            />
          ),
          calculator: <CalculatorCard stock={stock} today={today} held={held} />,
          history: <HistoryCard symbol={stock.symbol} history={history} figures={figures} />
        }}
      />
    </CrashGuard>
  )
}
