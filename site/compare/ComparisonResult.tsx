import { Fragment, useMemo } from 'react'
import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { formatDay, formatDollars } from '../lib/format.ts'
import { GrowthChart } from '../ui/chart/GrowthChart.tsx'
import { LineMark } from '../ui/chart/LineMark.tsx'
import { Table } from '../ui/Table.tsx'
import type { Column } from '../ui/table-columns.ts'
import { whatTheyMade, whatTheyPaid } from './change-words.ts'
import { type Comparison, stake } from './compare-funds.ts'
import { bestIn, figureOf, type Measure, measures } from './measures.ts'
import './compare.css'

/** The comparison as a chart and a table, rendered by the server and the browser. */
export function ComparisonResult({ comparison, today }: { comparison: Comparison; today: string }) {
  const { funds, from, span } = comparison
  return (
    <section className="comparison" aria-labelledby="comparison-title">
      <header className="comparison__answer stack gap-1">
        <h2 id="comparison-title">
          {funds.map(({ symbol }, i) => (
            <Fragment key={symbol}>
              {i > 0 && (i < funds.length - 1 ? ', ' : ' and ')}
              <span className="ticker" translate="no">
                {symbol}
              </span>
            </Fragment>
          ))}{' '}
          since {formatDay(from)}
        </h2>
        <p className="text-l tabular semibold">
          {formatDollars(stake)} invested: {whatTheyMade(funds)}
        </p>
        <p className="tabular">Distributions: {whatTheyPaid(funds)}</p>
        <p className="muted text-s">{span}</p>
      </header>
      <figure className="above-4 below-5">
        <ComparisonChart comparison={comparison} />
        <figcaption className="above-2 muted text-s">
          What {formatDollars(stake)} in each became, with distributions reinvested. Dashed line: the amount
          invested. Before taxes and broker fees.
        </figcaption>
      </figure>
      <ComparisonTable comparison={comparison} today={today} />
    </section>
  )
}

/** Growth of the investment in each fund. */
function ComparisonChart({ comparison: { funds, from, to } }: { comparison: Comparison }) {
  const lines = useMemo(
    () =>
      funds.map(({ symbol, growth }) => ({
        name: symbol,
        points: growth.map(({ date, reinvested }) => ({ date, value: stake * reinvested }))
      })),
    [funds]
  )
  const results = lines.map(({ name, points }) => `${name} ${formatDollars(points.at(-1)?.value ?? stake)}`)
  const label = `${formatDollars(stake)} from ${formatDay(from)} to ${formatDay(to)}, distributions reinvested: ${results.join(', ')}`
  const title = `${funds.map(({ symbol }) => symbol).join(', ')} compared`
  return <GrowthChart title={title} lines={lines} stake={stake} label={label} />
}

/** One row per measure. `today` is the day in New York. */
function ComparisonTable({ comparison: { funds }, today }: { comparison: Comparison; today: string }) {
  const columns: Column<Measure>[] = [
    { heading: 'Measure', isHeadHidden: true, words: ({ name }) => name, note: ({ hint }) => hint },
    ...funds.map(
      (fund, i): Column<Measure> => ({
        heading: fund.symbol,
        head: (
          <>
            <LineMark line={i} />{' '}
            <a href={pathOfFund(fund.symbol)} title={fund.name} translate="no">
              {fund.symbol}
            </a>
          </>
        ),
        className: 'is-figure',
        cell: (measure) => {
          const figure = figureOf(measure, fund)
          if (!bestIn(measure, funds).includes(fund.symbol)) return figure
          return (
            <>
              <strong>{figure}</strong>
              <span className="visually-hidden"> (best)</span>
            </>
          )
        },
        note: (measure) => measure.note?.(fund, today)
      })
    )
  ]
  return (
    <Table
      caption="The compared funds, measure by measure"
      className="comparison-table table--sheet"
      columns={columns}
      rows={measures}
      phones="cards"
    />
  )
}
