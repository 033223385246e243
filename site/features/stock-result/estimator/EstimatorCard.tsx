import type { ReactNode } from 'react'
import type { StockResult } from '../../../../admin-api/contract/stock.ts'
import {
  formatDay,
  formatDividend,
  formatMoney,
  formatPercent,
  formatShare,
  formatWeekday
} from '../../../lib/format.ts'
import { cardTitles } from '../../../stores/card-order.ts'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { ResultCard } from '../ResultCard.tsx'
import './estimator-card.css'
import { Gauge } from './Gauge.tsx'
import { RangeBar } from './RangeBar.tsx'

const volatilitySources = {
  options: 'implied by option prices',
  realised: 'realised over the last 21 trading days'
} as const

type EstimatorCardProps = {
  stock: StockResult
  /** In New York. */
  today: string
  tools: ReactNode
}

export function EstimatorCard({ stock, today, tools }: EstimatorCardProps) {
  const isWeekly = stock.payment_frequency === 52
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

        <dl className="ledger estimator-card__ledger">
          <Row name="Paid" value={stock.frequency_label} />
          <Row
            name="Latest dividend"
            value={formatDividend(stock.latest_dividend)}
            note={`ex-date ${formatDay(stock.latest_ex_date)}`}
          />
          <Row
            name={isWeekly ? '3-week average' : '3-month average'}
            value={formatDividend(stock.average_dividend)}
          />
          <Row name="Price" value={formatMoney(stock.price)} note={formatDay(stock.price_date)} />
          <Row
            name="Annualized yield"
            value={formatPercent(stock.annualized_yield)}
            note="if this estimate were paid all year"
          />
          <Row
            name="Volatility"
            value={formatPercent(stock.implied_volatility)}
            note={volatilitySources[stock.implied_volatility_source]}
          />
        </dl>
      </div>

      <div className="estimator-card__gauges">
        <Gauge
          name="Market Pulse Index"
          value={stock.k_factor.toFixed(3)}
          fraction={(stock.k_factor - 0.3) / 4.7}
          question="What does the pulse say?"
        >
          How many points of yearly yield the fund pays for each point of volatility: the annualized yield
          divided by the volatility above, from 0.3 to 5. High means that it pays out more than the swings of
          its price alone explain.
        </Gauge>
        <Gauge
          name="Confidence"
          value={formatShare(stock.weight)}
          fraction={stock.weight}
          question="How is it measured?"
        >
          The share of our latest 60 estimates for this fund that came within 10% of what was paid, drawn
          towards the share of funds like it.
        </Gauge>
      </div>

      {stock.reasons.length > 0 && (
        <Disclosure summary="Why this number?">
          <ul className="estimator-card__reasons">
            {stock.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Disclosure>
      )}
      <p className="estimator-card__record">
        <a href={`/accuracy#fund-${stock.symbol.toLowerCase()}`}>How good is this number?</a>
        <a href="/method">How is it made?</a>
      </p>
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

function Row({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div className="ledger__row">
      <dt>{name}</dt>
      <dd>{value}</dd>
      {note !== undefined && <dd className="estimator-card__note">{note}</dd>}
    </div>
  )
}
