import { Component, lazy, type ReactNode, Suspense } from 'react'
import { refetchQueries } from '../stores/queries.ts'
import { CrashSentence } from './CrashSentence.tsx'

type CrashGuardProps = {
  /** Fetches what the children hold themselves; what stores hold is fetched anyway. */
  onRetry?: () => void | Promise<void>
  children: ReactNode
}
type CrashGuardState = { crash: { error: Error; at: Date } | null }

// Hardly anybody ever needs the screen, so it is not part of what every page loads.
const CrashScreen = lazy(async () => {
  try {
    return { default: (await import('./CrashScreen.tsx')).CrashScreen }
  } catch {
    return { default: CrashSentence }
  }
})

/** Catches errors of rendering below it; React offers this to classes only. Around the root of every island. */
export class CrashGuard extends Component<CrashGuardProps, CrashGuardState> {
  override state: CrashGuardState = { crash: null }

  static getDerivedStateFromError(thrown: unknown): CrashGuardState {
    return { crash: { error: thrown instanceof Error ? thrown : new Error(String(thrown)), at: new Date() } }
  }

  /** With the same data it would fail the same way, so the data comes first. */
  retry = async () => {
    await Promise.allSettled([refetchQueries(), this.props.onRetry?.()])
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
