import { Fragment } from 'react'
import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { formatCount, formatDay } from '../lib/format.ts'
import { GrowthChart } from '../ui/chart/GrowthChart.tsx'
import { LineMark } from '../ui/chart/LineMark.tsx'
import { whatTheyMade, whatTheyPaid } from './change-words.ts'
import { type Comparison, stake } from './compare-funds.ts'
import { bestIn, measures } from './measures.ts'
import './compare.css'

/** The comparison as a chart and a table, rendered by the server and the browser. */
export function ComparisonResult({ comparison, today }: { comparison: Comparison; today: string }) {
  const { funds, from, to, span } = comparison
  return (
    <section className="comparison" aria-labelledby="comparison-title">
      <header className="comparison__answer stack gap-1">
        <h2 id="comparison-title">
          {funds.map(({ symbol }, i) => (
            <Fragment key={symbol}>
              {i > 0 && (i < funds.length - 1 ? ', ' : ' and ')}
              <span className="ticker">{symbol}</span>
            </Fragment>
          ))}{' '}
          since {formatDay(from)}
        </h2>
        <p className="text-l tabular semibold">
          ${formatCount(stake)} invested: {whatTheyMade(funds)}
        </p>
        <p className="tabular">Distributions: {whatTheyPaid(funds)}</p>
        <p className="muted text-s">
          Through the close on {formatDay(to)}. {span}
        </p>
      </header>
      <figure className="above-4 below-5">
        <ComparisonChart comparison={comparison} />
        <figcaption className="above-2 muted text-s">
          What ${formatCount(stake)} in each became, with distributions reinvested. Dashed line: the amount
          invested. Before taxes and broker fees.
        </figcaption>
      </figure>
      <ComparisonTable comparison={comparison} today={today} />
    </section>
  )
}

/** Growth of the investment in each fund. */
function ComparisonChart({ comparison: { funds, from, to } }: { comparison: Comparison }) {
  const lines = funds.map(({ symbol, growth }) => ({
    name: symbol,
    points: growth.map(({ date, reinvested }) => ({ date, value: stake * reinvested }))
  }))
  const results = lines.map(({ name, points }) => `${name} $${formatCount(points.at(-1)?.value ?? stake)}`)
  const label = `$${formatCount(stake)} from ${formatDay(from)} to ${formatDay(to)}, distributions reinvested: ${results.join(', ')}`
  return <GrowthChart lines={lines} stake={stake} label={label} />
}

/** One row per measure. `today` is the day in New York. */
function ComparisonTable({ comparison: { funds }, today }: { comparison: Comparison; today: string }) {
  return (
    <table className="comparison-table tabular full">
      <caption className="visually-hidden">The compared funds, measure by measure</caption>
      <thead>
        <tr>
          <td />
          {funds.map(({ symbol, name }, i) => (
            <th key={symbol} scope="col">
              <LineMark line={i} />{' '}
              <a href={pathOfFund(symbol)} title={name}>
                {symbol}
              </a>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {measures.map((measure) => {
          const best = bestIn(measure, funds)
          return (
            <tr key={measure.name}>
              <th scope="row">
                {measure.name} {measure.hint !== undefined && <small>{measure.hint}</small>}
              </th>
              {funds.map((fund) => {
                const { figure, note } = measure.cell(fund, today)
                const isBest = best.includes(fund.symbol)
                return (
                  <td key={fund.symbol} className={isBest ? 'comparison-table__best' : undefined}>
                    <strong>{figure}</strong>
                    {isBest && <span className="visually-hidden"> (best)</span>}{' '}
                    {note !== undefined && <small>{note}</small>}
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
