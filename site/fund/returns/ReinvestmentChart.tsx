import { type ReactNode, useMemo, useState } from 'react'
import type { ReinvestmentNeeded } from '../../../admin-api/contract/fund-page.ts'
import { reinvestmentByMonth } from '../../../admin-api/returns/reinvestment-needed.ts'
import { formatDay } from '../../lib/format.ts'
import { logFailure } from '../../lib/log.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { linesModel } from '../../ui/chart/lines-model.ts'

type ReinvestmentChartProps = {
  symbol: string
  /** Day of the newest close. */
  to: string
  /** The static chart. */
  children?: ReactNode
}

/** What is drawn of the reinvestment that a fund needed, month by month. */
export function reinvestmentChart(symbol: string, months: readonly ReinvestmentNeeded[]) {
  return {
    lines: [
      { name: 'Needed', points: months.map(({ to, share }) => ({ date: to, value: 100 * (share ?? 1) })) }
    ],
    stake: 100,
    unit: 'percent' as const,
    label: labelOf(symbol, months.at(-1)?.to ?? '')
  }
}

function labelOf(symbol: string, to: string): string {
  return `Reinvestment that ${symbol} needed, month by month to ${formatDay(to)}`
}

/** Reinvestment needed over time; its figures come with the data of the fund when it is touched. */
export function ReinvestmentChart({ symbol, to, children }: ReinvestmentChartProps) {
  const [months, setMonths] = useState<readonly ReinvestmentNeeded[] | null>(null)
  const model = useMemo(
    () => months && linesModel({ ...reinvestmentChart(symbol, months), levelName: 'all of it' }),
    [symbol, months]
  )
  function load() {
    import('./load-facts.ts')
      .then(({ loadReturnFacts }) => loadReturnFacts(symbol))
      .then((facts) => {
        if (typeof facts === 'string') throw new Error(facts)
        setMonths(reinvestmentByMonth(facts))
      })
      .catch((error: unknown) => logFailure('The reinvestment did not load', error))
  }
  return (
    <div className="growth-chart sheet">
      <Chart
        label={labelOf(symbol, to)}
        title={`${symbol} reinvestment needed`}
        still={children}
        model={model}
        onWanted={load}
        hasZoom
        hasLegend={false}
      />
    </div>
  )
}
