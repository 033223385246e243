import { formatDay, formatMoney, formatShortDay } from '../../lib/format.ts'
import { Card } from '../../ui/Card.tsx'
import type { PortfolioFigures, SpanFigures } from '../calculate-portfolio.ts'
import type { SpanSum } from '../positions/spans.ts'

/** Income this week, this month and in 12 months. */
export function Summary({ figures }: { figures: PortfolioFigures }) {
  const { week, month, year } = figures
  const spans = [
    { name: 'This week', figures: week, days: `to Sun, ${formatShortDay(week.span.to)}`, isGold: true },
    { name: 'This month', figures: month, days: `to ${formatShortDay(month.span.to)}`, isGold: false },
    { name: 'Next 12 months', figures: year, days: `to ${formatDay(year.span.to)}`, isGold: false }
  ]
  return (
    <Card
      className="portfolio-summary"
      titleId="portfolio-summary-title"
      label="Coming aboard"
      title="What your funds pay you"
      bodyClassName="portfolio-summary__spans grid gap-5"
      footer={
        <p className="card__footer">
          By pay date, before tax. Amounts with a range are the median of a simulation: each fund&rsquo;s next
          estimate, repeated as often as it pays now, with the errors of past weeks. Payments have mostly
          shrunk, so the 12-month amount is usually below the sum of the estimates.
        </p>
      }
    >
      {spans.map(({ name, figures: span, days, isGold }) => (
        <div key={name} className={isGold ? 'figure figure--gold' : 'figure'}>
          <h3 className="label">{name}</h3>
          <p className="figure__value portfolio-summary__value">{formatMoney(span.amount)}</p>
          <p className="figure__note">{rangeText(span)}</p>
          <p className="above-1 tabular muted text-xs">
            {days}
            {partsOf(span.sum).map((part) => `, ${part}`)}
          </p>
        </div>
      ))}
    </Card>
  )
}

function rangeText({ sum, range }: SpanFigures): string {
  if (range !== null) return `80% range ${formatMoney(range.low)} to ${formatMoney(range.high)}`
  if (sum.estimated + sum.projected + sum.expected > 0) return 'no range: too few past estimates'
  return sum.amount > 0 ? 'all declared' : '–'
}

function partsOf({ paid, declared, expected, amount }: SpanSum): string[] {
  if (amount === 0) return ['nothing due']
  return [
    ...(paid > 0 ? [`${formatMoney(paid)} paid`] : []),
    ...(declared > 0 ? [`${formatMoney(declared)} declared`] : []),
    ...(expected > 0 ? [`${formatMoney(expected)} not confirmed`] : [])
  ]
}
