import type { ReactNode } from 'react'
import { Disclosure } from '../../ui/Disclosure.tsx'

type GaugeProps = { name: string; value: string; fraction: number; question: string; children: ReactNode }

/** A figure on a short scale, with what it means behind a disclosure. `fraction` of the scale, 0 to 1. */
export function Gauge({ name, value, fraction, question, children }: GaugeProps) {
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
