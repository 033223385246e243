import './crash.css'
import { useState } from 'react'
import { Button } from './Button.tsx'
import { Disclosure } from './Disclosure.tsx'

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

export type CrashKind = 'network' | 'application'

const networkWords = [
  'network',
  'offline',
  'connection',
  'internet',
  'cannot read',
  'join of undefined',
  'fetch',
  'failed to load'
]

export const crashTexts: Record<CrashKind, { title: string; message: string }> = {
  network: {
    title: 'Connection Issue Detected',
    message:
      "We're having trouble connecting to our servers. This could be due to internet connectivity issues."
  },
  application: {
    title: 'Something Went Wrong',
    message: 'The application encountered an unexpected error. We apologize for the inconvenience.'
  }
}

/** Classifies an error by its message; incomplete data causes messages that look like programming errors. */
export function crashKindOf(error: Error): CrashKind {
  const text = error.message.toLowerCase()
  return networkWords.some((word) => text.includes(word)) ? 'network' : 'application'
}
