import { useMemo } from 'react'
import type { MonthSum } from '../../../admin-api/contract/fund-page.ts'
import { formatMoney } from '../../lib/format.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { StillPlot } from '../../ui/chart/StillPlot.tsx'
import { incomePathModel } from './income-path-model.ts'

type IncomePathProps = {
  symbol: string
  /** Of the next 1, 2 ... 12 months. */
  months: readonly MonthSum[]
  /** The estimate of the next payment, dollars a share. */
  dividend: number
}

/** Income of a share over the next 12 months, added up month by month, next to a year of equal payments. */
export function IncomePath({ symbol, months, dividend }: IncomePathProps) {
  const model = useMemo(() => incomePathModel(months, dividend), [months, dividend])
  const title = `${symbol}: the next 12 months`
  const last = months.at(-1)
  const label = last === undefined ? title : `${title}: ${formatMoney(last.amount)} a share${rangeOf(last)}.`
  return <Chart label={label} title={title} still={<StillPlot model={model} label={label} />} model={model} />
}

function rangeOf({ low, high }: MonthSum): string {
  return low === null || high === null ? '' : `, 80% range ${formatMoney(low)} to ${formatMoney(high)}`
}
