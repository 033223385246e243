import { useMemo } from 'react'
import { listOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatMonth, formatShare } from '../../lib/format.ts'
import { FoldedCard } from '../../ui/Card.tsx'
import { Chart } from '../../ui/chart/Chart.tsx'
import { type ChartModel, roundTicks } from '../../ui/chart/chart-model.ts'
import { StillPlot } from '../../ui/chart/StillPlot.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { formatAmount } from '../format-portfolio.ts'
import { type CrashHolding, type CrashName, type PortfolioCrash, sumCrashes } from '../positions/crash.ts'
import type { Crashes } from './use-crashes.ts'

const names: Record<CrashName, string> = { quarter: 'The worst quarter', 'year-2022': '2022 again' }

/** Past falls applied to the portfolio: value, payments and taxes. */
export function CrashCard({ crashes }: { crashes: Crashes | null }) {
  if (crashes === null) return null
  const { quarter, 'year-2022': year } = crashes
  if (quarter.holdings.length + quarter.left.length === 0) return null
  return (
    <FoldedCard
      titleId="portfolio-crash-title"
      title="Paycheck in a crash"
      bodyClassName="portfolio__columns grid gap-5"
      footer={
        <Disclosure summary="How it is calculated">
          Weeks that happened, from Friday to Friday, on today’s value. The prices here of most underlyings
          begin in October 2022; a fund without them follows its own. A fund that existed falls and pays as it
          did then, relative to its price. A younger one moves with its underlying as in its own weeks so far,
          falls and rises apart, and pays the share of its price that we expect now. Nothing is reinvested,
          and the next crash will differ.
        </Disclosure>
      }
    >
      <Scenario name="quarter" {...quarter} />
      <Scenario name="year-2022" {...year} />
    </FoldedCard>
  )
}

function Scenario({ name, holdings, left }: { name: CrashName } & Crashes[CrashName]) {
  const sums = useMemo(() => sumCrashes(holdings), [holdings])
  const model = useMemo(() => crashModel(sums), [sums])
  const label = `${names[name]}: ${summarize(sums)}`
  return (
    <section className="stack gap-2" aria-label={names[name]}>
      <h3>{names[name]}</h3>
      {holdings.length > 0 && (
        <>
          <p className="measure">
            {introduce(name, holdings)} {summarize(sums)}
          </p>
          <Chart
            label={label}
            title={`My Fleet: ${names[name].toLowerCase()}`}
            still={<StillPlot model={model} label={label} />}
            model={model}
          />
        </>
      )}
      {name === 'quarter' && spansOf(holdings).length > spansInSentence && (
        <p className="measure muted text-s">{spansOf(holdings).join(', ')}</p>
      )}
      {left.length > 0 && (
        <p className="measure muted text-s">
          {name === 'quarter'
            ? `Not included: ${listOf(left)}, with too few weeks of prices here.`
            : `Not included: ${listOf(left)}. The prices here of ${left.length === 1 ? 'it and its underlying' : 'these funds and their underlyings'} begin after 2022 did.`}
        </p>
      )}
    </section>
  )
}

/** More underlyings than this are listed below the sentence. */
const spansInSentence = 3

/** 'If the worst 13 weeks of MSTR (October 2025 to January 2026) came again:' */
function introduce(name: CrashName, holdings: readonly CrashHolding[]): string {
  const ruled = holdings.flatMap(({ crash }) => (crash.basis === 'rule' ? [crash.symbol] : []))
  const note =
    ruled.length === 0 ? '' : `, with ${listOf(ruled)} by ${ruled.length === 1 ? 'its' : 'their'} underlying`
  if (name === 'year-2022') return `If 2022 came again${note}:`
  const spans = spansOf(holdings)
  if (spans.length > spansInSentence)
    return `If the worst 13 weeks of each underlying came again, all at once${note}:`
  return `If the worst 13 weeks of ${listOf(spans)} came again${spans.length > 1 ? ', all at once' : ''}${note}:`
}

/** Months of the fall of each underlying, or of a fund by itself. */
function spansOf(holdings: readonly CrashHolding[]): string[] {
  return [
    ...new Set(
      holdings.map(({ crash: { of, from, to } }) => `${of} (${formatMonth(from)} to ${formatMonth(to)})`)
    )
  ].sort()
}

function summarize({ points, paid, taxes, expected }: PortfolioCrash): string {
  const [start, end] = [points[0]?.value ?? 0, points.at(-1)?.value ?? 0]
  const change = expected > 0 ? paid / expected - 1 : null
  const compared =
    change === null
      ? ''
      : `, ${formatShare(Math.abs(change))} ${change < 0 ? 'less' : 'more'} than the ${formatAmount(expected)} expected now`
  const owed = taxes > 0 ? ` Taxes on them: ${formatAmount(taxes)}.` : ''
  return `${formatAmount(start)} become ${formatAmount(end)}, and payments of ${formatAmount(paid)} arrive${compared}.${owed}`
}

/** Value, and value with the payments since the start less taxes, week by week. */
function crashModel({ points }: PortfolioCrash): ChartModel {
  const step = points.length > 20 ? 13 : 4
  const lines = [
    { id: 'value', name: 'Value', values: points.map(({ value }) => value) },
    { id: 'cash', name: 'With payments after taxes', values: points.map(({ value, cash }) => value + cash) }
  ]
  return {
    positions: points.map((_, at) => ({
      at,
      name: at === 0 ? 'Now' : `Week ${at}`,
      figures: lines.map(({ name, values }) => ({ name, text: formatAmount(values[at] ?? 0) }))
    })),
    positionName: 'Week',
    across: {
      kind: 'numbers',
      ticks: (from, to) =>
        points.flatMap((_, at) =>
          at % step === 0 && at >= from && at <= to ? [{ at, text: at === 0 ? 'Now' : `Week ${at}` }] : []
        )
    },
    up: { format: (dollars) => formatAmount(dollars).replace(/\.00$/, ''), ticks: roundTicks },
    series: lines.map(({ id, name, values }, mark) => ({
      id,
      name,
      token: `--series-${mark + 1}` as const,
      kind: 'line',
      values,
      mark
    }))
  }
}
