import type { ReactNode } from 'react'
import type { StockResult } from '../../../admin-api/contract/stock.ts'
import {
  formatDay,
  formatDividend,
  formatMoney,
  formatPercent,
  formatShare,
  formatYield
} from '../../lib/format.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { type PeriodUnit, unitOf } from '../calculator/calculator.ts'

const volatilitySources = {
  options: 'implied by option prices',
  realised: 'realized over the last 21 trading days'
} as const

type EstimatorNotesProps = {
  stock: StockResult
  /** Sentences about how the estimate changed, newest first. */
  moves?: readonly string[]
  /** Address that checks a signed estimate, on the fund's own page. */
  checkPath?: string | null | undefined
  /** Whether that is the estimate of the page, not an earlier one. */
  checksShown?: boolean
}

/** Why the estimate is what it is, its inputs and reliability, and links to method and track record. */
export function EstimatorNotes({ stock, moves = [], checkPath, checksShown }: EstimatorNotesProps) {
  return (
    <>
      <dl className="estimator-card__figures grid gap-y-3 gap-x-4 text-xs muted">
        <Figure
          name="Latest dividend"
          value={formatDividend(stock.latest_dividend)}
          note={`ex-date ${formatDay(stock.latest_ex_date)}`}
        />
        <Figure name={averageName(unitOf(stock))} value={formatDividend(stock.average_dividend)} />
        <Price stock={stock} />
        <Figure
          name="Annualized yield"
          value={formatYield(stock.annualized_yield)}
          note="if every payment matched this estimate"
        />
        <Figure
          name="Market Pulse Index"
          value={stock.k_factor.toFixed(3)}
          note="yield divided by volatility, from 0.3 to 5"
        />
        <Figure
          name="Confidence"
          value={formatShare(stock.weight)}
          note="how often we were within 10%, blended with similar funds"
        />
      </dl>
      <Disclosure
        summary={
          <span>
            Why <span translate="no">{formatDividend(stock.dividend)}</span>
          </span>
        }
      >
        <Reasons reasons={stock.reasons} />
        {moves.length > 0 && <p className="above-3 semibold">Why did it move?</p>}
        <Reasons reasons={moves} />
        <dl className="estimator-card__figures grid gap-y-3 gap-x-4 text-xs muted">
          <Figure
            name="Volatility"
            value={formatPercent(stock.implied_volatility)}
            note={volatilitySources[stock.implied_volatility_source]}
          />
        </dl>
        <p className="muted text-xs">Source: {stock.data_source.replace(/ to \w+ \d+, \d{4}$/, '')}.</p>
        <p className="above-2 row gap-y-1 gap-x-5">
          <a className="tap" href="/method">
            How it works
          </a>{' '}
          <a className="tap" href={`/accuracy#fund-${stock.symbol.toLowerCase()}`}>
            How accurate are we?
          </a>{' '}
          {checkPath && (
            <a className="tap" href={checkPath}>
              Check {checksShown ? 'this' : 'our last'} estimate
            </a>
          )}
        </p>
      </Disclosure>
    </>
  )
}

function averageName(unit: PeriodUnit): string {
  return unit === 'Payments' ? 'Average of 3 payments' : `3-${unit.slice(0, -1).toLowerCase()} average`
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null
  return (
    <ul className="estimator-card__reasons above-3 stack gap-1">
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
}

/** The newest close, with the close that the estimate is based on if that is an earlier one. */
function Price({ stock }: { stock: StockResult }) {
  const { price, price_date, latest_close: latestClose } = stock
  if (latestClose === undefined || latestClose.date === price_date)
    return <Figure name="Price" value={formatMoney(price)} note={`close on ${formatDay(price_date)}`} />
  return (
    <Figure
      name="Price"
      value={formatMoney(latestClose.close)}
      note={`close on ${formatDay(latestClose.date)}; estimate based on the ${formatDay(price_date).replace(/, \d{4}$/, '')} close of ${formatMoney(price)}`}
    />
  )
}

function Figure({ name, value, note }: { name: string; value: ReactNode; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="estimator-card__value text-l semibold tabular" translate="no">
        {value}
      </dd>
      {note !== undefined && <dd>{note}</dd>}
    </div>
  )
}
