import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { formatShare } from '../../lib/format.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Gauge } from './Gauge.tsx'

/** How far the estimate can be trusted: pulse, confidence, its reasons, and where its record is. */
export function EstimatorNotes({ stock }: { stock: StockResult }) {
  return (
    <>
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
    </>
  )
}
