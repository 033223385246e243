import './crash.css'
import { Component, lazy, type ReactNode, Suspense } from 'react'
import { refetchAll } from '../lib/query.ts'
import { Button } from './Button.tsx'

/** Shown when the crash screen fails to load. */
export function CrashSentence() {
  return (
    <p className="crash-sentence sheet pad-3 row items-center gap-y-2 gap-x-4" role="alert">
      Part of this page didn’t load. Check your connection, then reload.{' '}
      <Button variant="quiet" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </p>
  )
}

type CrashGuardProps = {
  children: ReactNode
  /** Data that is rendered; the guard resets when it changes. */
  subject?: unknown
}
type CrashGuardState = { crash: { error: Error; at: Date } | null }

// Rarely needed, so loaded on demand.
const CrashScreen = lazy(async () => {
  try {
    return { default: (await import('./CrashScreen.tsx')).CrashScreen }
  } catch {
    return { default: CrashSentence }
  }
})

/** Error boundary around the root of every island. */
export class CrashGuard extends Component<CrashGuardProps, CrashGuardState> {
  override state: CrashGuardState = { crash: null }

  static getDerivedStateFromError(thrown: unknown): CrashGuardState {
    return { crash: { error: thrown instanceof Error ? thrown : new Error(String(thrown)), at: new Date() } }
  }

  override componentDidUpdate(before: CrashGuardProps, { crash }: CrashGuardState) {
    if (crash !== null && before.subject !== this.props.subject) this.setState({ crash: null })
  }

  /** Refetches first, because the same data would fail the same way. */
  retry = async () => {
    await refetchAll()
    this.setState({ crash: null })
  }

  override render(): ReactNode {
    const { crash } = this.state
    if (crash === null) return this.props.children
    return (
      <Suspense>
        <CrashScreen error={crash.error} at={crash.at} onRetry={this.retry} />
      </Suspense>
    )
  }
}
