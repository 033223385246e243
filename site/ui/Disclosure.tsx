import type { ReactNode } from 'react'
import './disclosure.css'

/** A line that opens to more. The browser's own element: works by keyboard, by touch and without scripts. */
export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="disclosure">
      <summary className="disclosure__summary">{summary}</summary>
      <div className="disclosure__content">{children}</div>
    </details>
  )
}
