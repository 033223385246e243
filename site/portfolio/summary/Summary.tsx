import { formatDay, formatMoney, formatShortDay } from '../../lib/format.ts'
import { Card } from '../../ui/Card.tsx'
import type { Outlook, SpanFigures } from '../calculate-portfolio.ts'
import { describePast } from '../format-portfolio.ts'

/** Income this week, this month and in 12 months. */
export function Summary({ week, month, year, nextWeek }: Omit<Outlook, 'payments' | 'yearly'>) {
  const spans = [
    {
      name: 'Still to come this week',
      figures: week,
      days: `to Sun, ${formatShortDay(week.span.to)}, next week ${formatMoney(nextWeek)}`,
      isGold: true
    },
    {
      name: 'Still to come this month',
      figures: month,
      days: `to ${formatShortDay(month.span.to)}`,
      isGold: false
    },
    {
      name: 'Next 12 months',
      figures: year,
      days: `to ${formatDay(year.span.to)}, at today’s estimates`,
      isGold: false
    }
  ]
  return (
    <Card
      className="portfolio-summary"
      titleId="portfolio-summary-title"
      title="What your funds pay you"
      bodyClassName="portfolio-summary__spans grid gap-5"
    >
      {spans.map(({ name, figures: span, days, isGold }) => (
        <div key={name} className={isGold ? 'figure figure--gold' : 'figure'}>
          <h3 className="label">{name}</h3>
          <p className="figure__value portfolio-summary__value">{formatMoney(span.sum.coming)}</p>
          <p className="figure__note">{rangeText(span)}</p>
          <p className="above-1 tabular muted text-xs">
            {days}
            {describePast(span.sum).map((part) => `, ${part}`)}
          </p>
        </div>
      ))}
    </Card>
  )
}

function rangeText({ sum, range }: SpanFigures): string {
  const prefix = range !== null && sum.coming > range.high ? 'likely less: ' : ''
  if (range !== null) return `${prefix}80% range ${formatMoney(range.low)} to ${formatMoney(range.high)}`
  if (sum.coming > sum.declared) return 'no range: too few past estimates'
  return sum.coming > 0 ? 'all declared' : 'nothing due'
}
