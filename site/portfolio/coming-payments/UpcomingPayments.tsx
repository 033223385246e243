import { useState } from 'react'
import { addDays } from '../../../admin-api/market-days/days.ts'
import { formatDividend, formatMoney, formatShortDay, formatWeekday } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { formatShares, stateNames } from '../format-portfolio.ts'
import type { PortfolioPayment } from '../positions/portfolio-payments.ts'
import { paymentsWithin, spansOf, sumOf } from '../positions/spans.ts'
import { PaymentMark } from './PaymentMark.tsx'
import './coming-payments.css'

/** Days shown until the visitor expands the list to a year. */
const shownDays = 7

/** Payments by pay date, from the start of this week; the calendar above has those of the month. */
export function UpcomingPayments({
  payments,
  today,
  lastKnown
}: {
  payments: readonly PortfolioPayment[]
  today: string
  /** Newest known day if it is old: then its week is listed first. */
  lastKnown: string | null
}) {
  const [isExpanded, setExpanded] = useState(false)
  const { week, year } = spansOf(today)
  const to = isExpanded ? year.to : addDays(today, shownDays)
  const known = lastKnown === null ? [] : paymentsWithin(payments, spansOf(lastKnown).week)
  const shown = [...known, ...paymentsWithin(payments, { from: week.from, to })]
  const days = [...Map.groupBy(shown, ({ payDate }) => payDate)]
  return (
    <Card className="portfolio-coming" titleId="fleet-coming-title" title="Payments by pay date">
      {days.length === 0 && <p>No payments of these funds are expected in these days.</p>}
      <ol className="portfolio-coming__days stack gap-3">
        {days.map(([day, ofDay]) => (
          <li key={day}>
            <h3 className="portfolio-coming__date row between gap-x-3 text-s semibold">
              {formatWeekday(day)}{' '}
              <span className="portfolio-coming__sum">{formatMoney(sumOf(ofDay).amount)}</span>
            </h3>
            <ul className="stack">
              {ofDay.map((payment) => (
                <Payment key={`${payment.symbol}-${payment.exDate}`} payment={payment} today={today} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <Button variant="quiet" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
        {isExpanded ? 'Show this week only' : 'Show the next 12 months'}
      </Button>
    </Card>
  )
}

function Payment({ payment, today }: { payment: PortfolioPayment; today: string }) {
  const { symbol, shares, perShare, amount, range, state, ownBy } = payment
  return (
    <li className="portfolio-coming__payment grid items-baseline gap-x-3 text-s tabular" data-state={state}>
      <span className="ticker semibold">{symbol}</span>{' '}
      <span className="portfolio-coming__amount text-end semibold">{formatMoney(amount)}</span>{' '}
      <span className="portfolio-coming__state">
        <PaymentMark state={state} /> {stateNames[state]}
      </span>{' '}
      <span className="portfolio-coming__terms muted">
        {formatShares(shares)} &times; {formatDividend(perShare)}
        {range !== null && `, range ${formatMoney(range.low)} to ${formatMoney(range.high)}`}
      </span>{' '}
      <span className="portfolio-coming__own text-end muted">
        {ownBy < today ? 'owned by' : 'own by'} {formatShortDay(ownBy)}
      </span>
    </li>
  )
}
