import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { formatDay, formatDividend, formatMoney, formatPercent } from '../../lib/format.ts'

const volatilitySources = {
  options: 'implied by option prices',
  realised: 'realised over the last 21 trading days'
} as const

/** Inputs of the estimate: latest payments, price, yield, volatility. */
export function EstimatorLedger({ stock }: { stock: StockResult }) {
  const isWeekly = stock.payment_frequency === 52
  return (
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
  )
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
