import { useMemo } from 'react'
import { formatDay } from '../../lib/format.ts'
import { saveCsv } from '../../lib/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { FoldedCard } from '../../ui/Card.tsx'
import { Chart } from '../../ui/chart/Chart.tsx'
import { GrowthChart } from '../../ui/chart/GrowthChart.tsx'
import { StillPlot } from '../../ui/chart/StillPlot.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { formatAmount } from '../format-portfolio.ts'
import { incomeLines, incomeModel } from './income-model.ts'
import { valueLines } from './value-lines.ts'

/** Income by month, twelve months back and twelve ahead. */
export function IncomeChart({ figures: { payments, today, year } }: { figures: PortfolioFigures }) {
  const income = useMemo(() => incomeModel(payments, today), [payments, today])
  const label = `Income by month: ${formatAmount(year.sum.coming)} expected in the next 12 months`
  return (
    <Chart
      label={label}
      title="My Fleet income by month"
      still={<StillPlot model={income} label={label} />}
      model={income}
      tools={
        <Button
          variant="chip"
          onClick={() => saveCsv(incomeLines(payments, today), `doubloon-income-${today}.csv`)}
        >
          Save as CSV
        </Button>
      }
    />
  )
}

/** Value and cash received since the first purchase; nothing with less than two closes. */
export function ValueCard({ figures: { payments, funds, known } }: { figures: PortfolioFigures }) {
  // Of a holding that we don't cover, one price is known.
  const lines = useMemo(() => {
    const covered = funds.filter(({ fund }) => fund.own === undefined)
    return valueLines(
      covered.flatMap(({ lots }) => lots),
      known,
      payments.filter(({ isOwn }) => !isOwn)
    )
  }, [funds, known, payments])
  const isPart = funds.some(({ fund }) => fund.own !== undefined)
  const last = lines[0]?.points.at(-1)
  if (last === undefined || (lines[0]?.points.length ?? 0) < 2) return null
  return (
    <FoldedCard
      titleId="portfolio-value-chart-title"
      title={isPart ? 'Value and cash received, funds we cover' : 'Value and cash received'}
    >
      <GrowthChart
        lines={lines}
        stake={null}
        title="My Fleet value and cash received"
        label={`Value ${formatAmount(last.value)} and cash received ${formatAmount(lines[1]?.points.at(-1)?.value ?? 0)} by ${formatDay(last.date)}`}
      />
    </FoldedCard>
  )
}
