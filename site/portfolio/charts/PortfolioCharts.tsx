import { useMemo } from 'react'
import { formatDay } from '../../lib/format.ts'
import { Card } from '../../ui/Card.tsx'
import { Chart } from '../../ui/chart/Chart.tsx'
import { GrowthChart } from '../../ui/chart/GrowthChart.tsx'
import { StillPlot } from '../../ui/chart/StillPlot.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { formatAmount } from '../format-portfolio.ts'
import { incomeModel } from './income-model.ts'
import { valueLines } from './value-lines.ts'

/** Income by month, twelve months back and twelve ahead, and value and cash received over time. */
export function PortfolioCharts({ figures }: { figures: PortfolioFigures }) {
  const { payments, today, funds, known, year } = figures
  const income = useMemo(() => incomeModel(payments, today), [payments, today])
  const lines = useMemo(
    () =>
      valueLines(
        funds.flatMap(({ lots }) => lots),
        known,
        payments
      ),
    [funds, known, payments]
  )
  const last = lines[0]?.points.at(-1)
  const label = `Income by month: ${formatAmount(year.sum.coming)} expected in the next 12 months`
  return (
    <>
      <Card titleId="portfolio-income-chart-title" title="Income by month">
        <Chart
          label={label}
          title="My Fleet income by month"
          still={<StillPlot model={income} label={label} />}
          model={income}
        />
      </Card>
      {last !== undefined && (lines[0]?.points.length ?? 0) > 1 && (
        <Card titleId="portfolio-value-chart-title" title="Value and cash received">
          <GrowthChart
            lines={lines}
            stake={null}
            title="My Fleet value and cash received"
            label={`Value ${formatAmount(last.value)} and cash received ${formatAmount(lines[1]?.points.at(-1)?.value ?? 0)} by ${formatDay(last.date)}`}
          />
        </Card>
      )}
    </>
  )
}
