import { formatAmount, stateNames } from '../format-portfolio.ts'
import type { PaymentState } from '../positions/portfolio-payments.ts'
import type { SpanSum } from '../positions/spans.ts'

/** Shapes in a square of 12. Each state has its own, so that colors only repeat what the shape says. */
const shapes: Record<PaymentState, string> = {
  paid: 'M6 1a5 5 0 1 0 .01 0Z',
  declared: 'M6 .5 11.5 6 6 11.5 .5 6Z',
  estimated: 'M6 1.5a4.5 4.5 0 1 0 .01 0Z',
  projected: 'M2 2h8v8H2Z',
  expected: 'M6 1.5 11 10.5H1Z'
}

/** `isNamed` tells screen readers the state, where no text does. */
export function PaymentMark({ state, isNamed = false }: { state: PaymentState; isNamed?: boolean }) {
  return (
    <>
      <svg className="payment-mark" data-state={state} viewBox="0 0 12 12" aria-hidden="true">
        <path d={shapes[state]} />
      </svg>
      {isNamed && <span className="visually-hidden">{stateNames[state]} </span>}
    </>
  )
}

/** Key of the marks, with the dollars in each state. */
export function PaymentKey({ sum, label = 'Key' }: { sum: SpanSum; label?: string }) {
  return (
    <ul className="above-3 row gap-y-1 gap-x-4 muted text-xs tabular" aria-label={label}>
      {(Object.keys(shapes) as PaymentState[])
        .filter((state) => sum[state] > 0)
        .map((state) => (
          <li key={state}>
            <PaymentMark state={state} /> {formatAmount(sum[state])} {stateNames[state]}
          </li>
        ))}
    </ul>
  )
}
