import { stateNames } from '../format-portfolio.ts'
import type { PaymentState } from '../positions/portfolio-payments.ts'

/** Shapes in a square of 12. Each state has its own, so that colors only repeat what the shape says. */
const shapes: Record<PaymentState, string> = {
  paid: 'M6 1a5 5 0 1 0 .01 0Z',
  declared: 'M6 .5 11.5 6 6 11.5 .5 6Z',
  estimated: 'M6 1.5a4.5 4.5 0 1 0 .01 0Z',
  projected: 'M2 2h8v8H2Z',
  expected: 'M6 1.5 11 10.5H1Z'
}

export function PaymentMark({ state }: { state: PaymentState }) {
  return (
    <svg className="payment-mark" data-state={state} viewBox="0 0 12 12" aria-hidden="true">
      <path d={shapes[state]} />
    </svg>
  )
}

/** Key of the marks that `states` need. */
export function PaymentKey({ states }: { states: readonly PaymentState[] }) {
  return (
    <ul className="above-3 row gap-y-1 gap-x-4 muted text-xs" aria-label="Key">
      {(Object.keys(shapes) as PaymentState[])
        .filter((state) => states.includes(state))
        .map((state) => (
          <li key={state}>
            <PaymentMark state={state} /> {stateNames[state]}
          </li>
        ))}
    </ul>
  )
}
