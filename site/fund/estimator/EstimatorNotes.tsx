import type { ReactNode } from 'react'
import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { formatShare } from '../../lib/format.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'

/** Reliability of the estimate: pulse, confidence, reasons, and a link to the track record. */
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

type GaugeProps = { name: string; value: string; fraction: number; question: string; children: ReactNode }

/** A figure on a short scale with an explanation. `fraction` of the scale, 0 to 1. */
function Gauge({ name, value, fraction, question, children }: GaugeProps) {
  const filled = Math.min(1, Math.max(0, fraction)) * 100
  return (
    <div className="gauge">
      <p className="label">{name}</p>
      <p className="gauge__value">{value}</p>
      <svg className="gauge__scale" aria-hidden="true">
        <rect className="gauge__track" width="100%" height="6" rx="3" />
        <rect className="gauge__fill" width={`${filled.toFixed(1)}%`} height="6" rx="3" />
      </svg>
      <Disclosure summary={question}>
        <p>{children}</p>
      </Disclosure>
    </div>
  )
}
