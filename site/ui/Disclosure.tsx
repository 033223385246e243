import type { ReactNode } from 'react'
import './disclosure.css'

type DisclosureProps = {
  summary: ReactNode
  /** Whether it is open at first. */
  isOpen?: boolean
  children: ReactNode
}

export function Disclosure({ summary, isOpen = false, children }: DisclosureProps) {
  return (
    <details className="disclosure text-s" open={isOpen}>
      <summary className="disclosure__summary line items-center gap-2 semibold">{summary}</summary>
      <div className="disclosure__content">{children}</div>
    </details>
  )
}
