import { Fragment } from 'react'
import { formatCount, formatDay } from '../lib/format.ts'
import { ComparisonChart } from './ComparisonChart.tsx'
import { ComparisonTable } from './ComparisonTable.tsx'
import { type Comparison, stake } from './compare-funds.ts'
import './compare.css'

/** The comparison as a chart and a table, rendered by the server and the browser. */
export function ComparisonResult({ comparison, today }: { comparison: Comparison; today: string }) {
  const { funds, from, to, span } = comparison
  return (
    <section className="comparison" aria-labelledby="comparison-title">
      <h2 className="comparison__title" id="comparison-title">
        {funds.map(({ symbol }, i) => (
          <Fragment key={symbol}>
            {i > 0 && (i < funds.length - 1 ? ', ' : ' and ')}
            <span className="ticker">{symbol}</span>
          </Fragment>
        ))}{' '}
        since {formatDay(from)}
      </h2>
      <p className="comparison__span muted text-s">
        Through the close on {formatDay(to)}. {span}
      </p>
      <figure className="comparison__chart">
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
