import './crash.css'
import { useState } from 'react'
import { saveFile } from '../lib/save-file.ts'
import { hasStored, storageKeys } from '../lib/storage.ts'
import { Button } from './Button.tsx'
import { Disclosure } from './Disclosure.tsx'

type CrashScreenProps = { error: Error; at: Date; onRetry: () => Promise<void> }

/** Replaces an island that failed to render. */
export function CrashScreen({ error, at, onRetry }: CrashScreenProps) {
  const [isRetrying, setRetrying] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const kind = crashKindOf(error)
  const { title, message } = crashTexts[kind]

  function retry() {
    if (isRetrying) return
    setRetrying(true)
    void onRetry()
  }

  function clear() {
    if (isPortfolioStored()) setAsking(true)
    else clearAndReload([])
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
          <Button variant="quiet" aria-expanded={isAsking} onClick={clear}>
            Clear Cache and Refresh
          </Button>
        )}
      </div>
      {isAsking && <PortfolioQuestion onCancel={() => setAsking(false)} />}
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

/** Asked before the browser's data is cleared: My Fleet exists nowhere else, so it stays unless the visitor deletes it. */
function PortfolioQuestion({ onCancel }: { onCancel: () => void }) {
  return (
    <div className="callout stack gap-2 below-3">
      <p>
        <strong>My Fleet is stored only in this browser.</strong> Save a backup first; you can import it under
        My Fleet, Files.
      </p>
      <div className="row gap-2">
        <Button variant="gold" onClick={savePortfolio}>
          Save a Backup of My Fleet
        </Button>
        <Button variant="quiet" onClick={() => clearAndReload(portfolioKeys)}>
          Clear and Keep My Fleet
        </Button>
        <Button variant="quiet" onClick={() => clearAndReload([])}>
          Clear and Delete My Fleet
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/** What a visitor has entered and nobody else has. */
const portfolioKeys = [storageKeys.portfolio, storageKeys.fileDays, storageKeys.ownFunds]

function isPortfolioStored(): boolean {
  return hasStored('localStorage', storageKeys.portfolio)
}

/** The stored text is the form of a backup. */
function savePortfolio(): void {
  const text = window.localStorage.getItem(storageKeys.portfolio) ?? ''
  saveFile(new Blob([text], { type: 'application/json' }), 'doubloon-fleet-backup.json')
}

/** @param kept keys of local storage that stay */
function clearAndReload(kept: readonly string[]): void {
  try {
    const values = kept.map((key) => [key, window.localStorage.getItem(key)] as const)
    window.localStorage.clear()
    window.sessionStorage.clear()
    for (const [key, value] of values) if (value !== null) window.localStorage.setItem(key, value)
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
