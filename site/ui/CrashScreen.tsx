import { useState } from 'react'
import { Button } from './Button.tsx'
import { crashKindOf, crashTexts } from './crash.ts'
import { Disclosure } from './Disclosure.tsx'
import './crash.css'

type CrashScreenProps = { error: Error; at: Date; onRetry: () => Promise<void> }

/** Replaces an island that failed to render. */
export function CrashScreen({ error, at, onRetry }: CrashScreenProps) {
  const [isRetrying, setRetrying] = useState(false)
  const kind = crashKindOf(error)
  const { title, message } = crashTexts[kind]

  function retry() {
    if (isRetrying) return
    setRetrying(true)
    void onRetry()
  }

  return (
    <div className="card full text-m" role="alert">
      <h2 className="text-xl below-2">{title}</h2>
      <p>{message}</p>
      <div className="row gap-2 above-3 below-3">
        <Button aria-disabled={isRetrying} onClick={retry}>
          Try Again Without Refreshing
        </Button>
        <Button variant="quiet" onClick={() => window.location.reload()}>
          Refresh Page
        </Button>
        {kind === 'network' && (
          <Button variant="quiet" onClick={clearAndReload}>
            Clear Cache and Refresh
          </Button>
        )}
      </div>
      <Disclosure summary="Technical details">
        <dl className="crash-screen__details grid gap-y-1 gap-x-4 anywhere">
          <dt>Error type</dt>
          <dd>{kind === 'network' ? 'Network' : 'Application'}</dd>
          <dt>Time</dt>
          <dd>{at.toLocaleString()}</dd>
          <dt>Error</dt>
          <dd>{error.message}</dd>
        </dl>
        <p>If it happens again, try another browser or clear this browser’s cache.</p>
      </Disclosure>
    </div>
  )
}

function clearAndReload(): void {
  try {
    window.localStorage.clear()
    window.sessionStorage.clear()
  } catch {
    // Storage is blocked, so there is nothing to clear.
  }
  window.location.reload()
}
