import type { ReactNode } from 'react'
import './disclosure.css'

export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="disclosure text-s">
      <summary className="disclosure__summary line items-center gap-2 semibold">{summary}</summary>
      <div className="disclosure__content">{children}</div>
    </details>
  )
}
