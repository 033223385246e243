import { type ReactNode, useEffect } from 'react'
import type { StockResult } from '../../admin-api/contract/stock.ts'
import { useNextClose, useToday } from '../lib/use-today.ts'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import type { HistoryFacts } from './chart/chart-points.ts'
import { startCheckLinks } from './estimator/check-link.ts'
import { ResultView } from './ResultView.tsx'

type FundPageResultProps = {
  stock: StockResult
  history: HistoryFacts
  /** Places of the latest payments in their ranges, the newest first. */
  past: readonly number[]
  /** Day the page was rendered for. */
  today: string
  /** First session whose close was ahead then. */
  nextClose: string
  /** Rendered on the server; the browser doesn't need the code. */
  panel?: ReactNode
  figures?: ReactNode
  notes?: ReactNode
}

/** The result cards on a fund's own page: complete in the HTML, interactive once hydrated. */
export function FundPageResult({ history, figures, ...props }: FundPageResultProps) {
  const today = useToday(props.today)
  const nextClose = useNextClose(props.nextClose)
  useEffect(() => startCheckLinks(props.stock), [props.stock])
  return (
    <CrashGuard>
      <ResultView
        {...props}
        today={today}
        nextClose={nextClose}
        history={{ history, figures }}
        fadesIn={false}
      />
    </CrashGuard>
  )
}
