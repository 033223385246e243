import type { SpanSum } from '../positions/spans.ts'
import { formatDay, formatMoney, formatShortDay } from '../../lib/format.ts'
import type { FleetFigures, SpanFigures } from '../fleet-figures.ts'

/** What the fleet brings: the sums a holder looks for first. */
export function Summary({ figures }: { figures: FleetFigures }) {
  const { week, month, year } = figures
  const spans = [
    { name: 'This week', figures: week, days: `to Sunday ${formatShortDay(week.span.to)}`, isGold: true },
    { name: 'This month', figures: month, days: `to ${formatShortDay(month.span.to)}`, isGold: false },
    { name: 'Next 12 months', figures: year, days: `to ${formatDay(year.span.to)}`, isGold: false }
  ]
  return (
    <section className="card fleet-summary" aria-labelledby="fleet-summary-title">
      <header className="card__header">
        <div className="card__heading">
          <p className="label">Coming aboard</p>
          <h2 className="card__title" id="fleet-summary-title">
            What the fleet brings
          </h2>
        </div>
      </header>
      <div className="card__body fleet-summary__spans">
        {spans.map(({ name, figures: span, days, isGold }) => (
          <div key={name} className={isGold ? 'figure figure--gold' : 'figure'}>
            <h3 className="label">{name}</h3>
            <p className="figure__value fleet-summary__value">{formatMoney(span.sum.amount)}</p>
            <p className="figure__note">{rangeText(span)}</p>
            <p className="fleet-summary__parts">
              {days}
              {partsOf(span.sum).map((part) => `, ${part}`)}
            </p>
          </div>
        ))}
      </div>
      <p className="card__footer">
        By pay date, before tax. The 12 months are a projection: each fund&rsquo;s next estimate, repeated as
        often as it pays now. Payments of these funds swing, and have mostly shrunk with their prices.
      </p>
    </section>
  )
}

function rangeText({ sum, range }: SpanFigures): string {
  if (range !== null) return `80% range ${formatMoney(range.low)} to ${formatMoney(range.high)}`
  if (sum.estimated + sum.expected > 0) return 'no range: too few past estimates'
  return sum.amount > 0 ? 'all of it known' : '–'
}

function partsOf({ paid, declared, expected, amount }: SpanSum): string[] {
  if (amount === 0) return ['nothing due']
  return [
    ...(paid > 0 ? [`${formatMoney(paid)} paid`] : []),
    ...(declared > 0 ? [`${formatMoney(declared)} declared`] : []),
    ...(expected > 0 ? [`${formatMoney(expected)} was expected`] : [])
  ]
}
