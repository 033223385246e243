import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import './notices.css'

/** Shown above data that could not be refreshed. */
export function FailureNotice({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <div className="failure-notice below-4 row items-center between gap-3" role="alert">
      <p>{children}</p>
      <Button variant="quiet" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}
