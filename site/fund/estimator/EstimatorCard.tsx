import type { ReactNode } from 'react'
import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { formatDay, formatDividend, formatMoney, formatWeekday } from '../../lib/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { cardTitles } from '../card-order.ts'
import { ResultCard } from '../ResultCard.tsx'
import './estimator-card.css'
import { RangeBar } from './RangeBar.tsx'

type EstimatorCardProps = {
  stock: StockResult
  /** In New York. */
  today: string
  tools: ReactNode
  /** EstimatorLedger and EstimatorNotes, which don't depend on the day. */
  ledger: ReactNode
  notes: ReactNode
}

export function EstimatorCard({ stock, today, tools, ledger, notes }: EstimatorCardProps) {
  return (
    <ResultCard
      name="estimator"
      label={`${stock.symbol} · ${stock.frequency_label}`}
      title={cardTitles.estimator}
      icon={<Icon name="compass" />}
      tools={tools}
      footer={
        <>
          Figures to {formatDay(stock.as_of)}; anything newer is not in yet. Price {formatMoney(stock.price)}{' '}
          at the close of {formatDay(stock.price_date)}. Data: {stock.data_source}.
        </>
      }
    >
      <div className="estimator-card__grid">
        <div className="estimator-card__forecast">
          <div className="figure figure--gold">
            <p className="label">
              {stock.next_ex_date < today
                ? `Predicted dividend, as of ${formatDay(stock.as_of)}`
                : 'Predicted next dividend'}
            </p>
            <p className="figure__value">
              {formatDividend(stock.dividend)} <span className="figure__unit">a share</span>
            </p>
            <p className="figure__note">
              80% range {formatDividend(stock.low)} to {formatDividend(stock.high)}
            </p>
            {stock.one_offs && <p className="figure__note">{stock.one_offs}</p>}
            {stock.declared && (
              <p className="figure__note">
                <strong>Declared: {formatDividend(stock.declared.amount)} a share</strong>
                {stock.declared.declared_on && `, on ${formatDay(stock.declared.declared_on)}`} (
                {stock.declared.source}, {formatDay(stock.declared.seen_on)})
              </p>
            )}
          </div>
          <RangeBar stock={stock} />
          <p className="estimator-card__key">
            <span className="estimator-card__key-range">80% range</span>{' '}
            <span className="estimator-card__key-estimate">estimate</span>{' '}
            <span className="estimator-card__key-latest">latest payment</span>
          </p>
          <dl className="estimator-card__dates">
            <div>
              <dt className="label">{dayLabel('ex-date', stock.next_ex_date, today)}</dt>
              <dd>{formatWeekday(stock.next_ex_date)}</dd>
            </div>
            <div>
              <dt className="label">{dayLabel('pay date', stock.next_pay_date, today)}</dt>
              <dd>{formatWeekday(stock.next_pay_date)}</dd>
            </div>
          </dl>
          <p className="estimator-card__own-it">
            {stock.dates_confirmed_on === null
              ? stock.declared
                ? 'The ex-date is declared.'
                : 'Both dates are estimated.'
              : `Pay date checked by us on ${formatDay(stock.dates_confirmed_on)}; the ex-date is estimated.`}{' '}
            {ownByText(stock, today)}
          </p>
        </div>

        {ledger}
      </div>

      {notes}
    </ResultCard>
  )
}

function dayLabel(name: 'ex-date' | 'pay date', day: string, today: string): string {
  return day < today ? `${name === 'ex-date' ? 'Ex-date' : 'Pay date'} was expected` : `Next ${name}`
}

function ownByText({ own_by, next_ex_date }: StockResult, today: string): string {
  const day = own_by === null ? 'the session before the ex-date' : formatWeekday(own_by)
  return (own_by ?? next_ex_date) < today
    ? `Who owned it at the close of ${day} was to be paid.`
    : `Own it by the close of ${day} to be paid.`
}
