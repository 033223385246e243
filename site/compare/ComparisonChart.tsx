import { formatCount, formatDay } from '../lib/format.ts'
import { GrowthChart } from '../ui/chart/GrowthChart.tsx'
import { type Comparison, stake } from './compare-funds.ts'

/** Growth of the investment in each fund. */
export function ComparisonChart({ comparison: { funds, from, to } }: { comparison: Comparison }) {
  const lines = funds.map(({ symbol, growth }) => ({
    name: symbol,
    points: growth.map(({ date, reinvested }) => ({ date, value: stake * reinvested }))
  }))
  const results = lines.map(({ name, points }) => `${name} $${formatCount(points.at(-1)?.value ?? stake)}`)
  const label = `$${formatCount(stake)} from ${formatDay(from)} to ${formatDay(to)}, distributions reinvested: ${results.join(', ')}`
  return <GrowthChart lines={lines} stake={stake} label={label} />
}
