import { useState } from 'react'
import { addDays, mondayOf } from '../../../admin-api/market-days/days.ts'
import { formatDay, formatMonth, formatShortDay } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { FoldedCard } from '../../ui/Card.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { describeState, formatAmount, formatShares, stateNames } from '../format-portfolio.ts'
import type { PortfolioPayment } from '../positions/portfolio-payments.ts'
import { monthSpan, paymentsWithin, type Span, spansOf, sumOf } from '../positions/spans.ts'
import { PrintButton } from '../print/PrintButton.tsx'
import { PaymentKey, PaymentMark } from './PaymentMark.tsx'
import './coming-payments.css'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] as const
const steps = [
  { name: 'before', days: -1, sign: '‹' },
  { name: 'after', days: 1, sign: '›' }
]
/** Symbols that fit in a cell. */
const namedFunds = 3

/** Pay days of a month; no fund pays on a weekend. */
export function MonthGrid({ figures: { payments, today } }: { figures: PortfolioFigures }) {
  const [month, setMonth] = useState(() => monthSpan(today))
  const first = payments[0]?.payDate ?? today
  const last = spansOf(today).year.to
  const shown = paymentsWithin(payments, month)
  const sum = sumOf(shown)
  const onDay = Map.groupBy(shown, ({ payDate }) => payDate)
  const title = formatMonth(month.from)
  return (
    <FoldedCard
      className="portfolio-month"
      titleId="fleet-month-title"
      title={title}
      isLive
      tools={
        <>
          {steps.map(({ name, days, sign }) => (
            <Button
              key={name}
              variant="icon"
              aria-label={`The month ${name}`}
              disabled={days < 0 ? month.from <= first : month.to >= last}
              onClick={() => setMonth(monthSpan(addDays(days < 0 ? month.from : month.to, days)))}
            >
              <span aria-hidden="true">{sign}</span>
            </Button>
          ))}
          <PrintButton name={`the payments of ${title}`} />
        </>
      }
      footer={
        <p className="card__footer">
          {shown.length === 0
            ? 'No payment is expected in this month.'
            : `${formatAmount(sum.coming)} still to come.`}
        </p>
      }
    >
      <table className="portfolio-month__table tabular">
        <caption className="visually-hidden">Pay days of {title}</caption>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} className="label" scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((days) => (
            <tr key={days[0]}>
              {days.map((day) => (
                <td key={day} className="portfolio-month__cell" data-today={day === today ? '' : undefined}>
                  {day >= month.from && day <= month.to && <Day day={day} payments={onDay.get(day) ?? []} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <PaymentKey sum={sum} />
      <ol className="portfolio-month__list">
        {shown.map((payment) => (
          <li key={`${payment.symbol} ${payment.exDate}`}>
            {formatShortDay(payment.payDate)}: <PaymentMark state={payment.state} /> {payment.symbol},{' '}
            {payment.shares > 0 && `${formatShares(payment.shares)} shares, `}
            {formatAmount(payment.amount)}, {describeState(payment)}
          </li>
        ))}
      </ol>
    </FoldedCard>
  )
}

function Day({ day, payments }: { day: string; payments: readonly PortfolioPayment[] }) {
  const symbols = payments.map(({ symbol }) => symbol)
  const rest = symbols.length - namedFunds
  const states = [...new Set(payments.map(({ state }) => state))]
  return (
    <>
      <span className="muted text-2xs">
        <span aria-hidden="true">{Number(day.slice(8))}</span>
        <span className="visually-hidden">{formatDay(day)}: </span>
      </span>{' '}
      {states.length > 0 && (
        <span className="portfolio-month__marks">
          {states.map((state) => (
            <PaymentMark key={state} state={state} />
          ))}
        </span>
      )}
      {payments.length > 0 && (
        <>
          <div className="portfolio-month__sum gold strong">{formatAmount(sumOf(payments).amount)}</div>{' '}
          <div className="portfolio-month__funds muted">
            {symbols.slice(0, namedFunds).join(' ')}
            {rest > 0 && ` +${rest}`}
          </div>
          <span className="visually-hidden"> {states.map((state) => stateNames[state]).join(', ')}</span>
        </>
      )}
    </>
  )
}

/** Monday to Friday of each week with a weekday in the month. */
function weeksOf({ from, to }: Span): string[][] {
  const weeks: string[][] = []
  for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) {
    const days = weekdays.map((_, offset) => addDays(monday, offset))
    if (days.some((day) => day >= from && day <= to)) weeks.push(days)
  }
  return weeks
}
