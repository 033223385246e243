import type { ReactNode } from 'react'
import './failure-notice.css'

/** Above what may be old, because newer could not be fetched. */
export function FailureNotice({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <div className="failure-notice" role="alert">
      <p>{children}</p>
      <button type="button" className="button button--quiet" onClick={onRetry}>
        Try Again
      </button>
    </div>
  )
}
