import { Component, lazy, type ReactNode, Suspense } from 'react'

type CrashGuardProps = {
  /** Fetches again what the children are drawn from. */
  onRetry?: () => void
  children: ReactNode
}
type CrashGuardState = { crash: { error: Error; at: Date } | null }

// Hardly anybody ever needs the screen, so it is not part of what every page loads.
const CrashScreen = lazy(async () => {
  try {
    return { default: (await import('./CrashScreen.tsx')).CrashScreen }
  } catch {
    return { default: ScreenUnavailable }
  }
})

/** Catches errors of rendering below it; React offers this to classes only. */
export class CrashGuard extends Component<CrashGuardProps, CrashGuardState> {
  override state: CrashGuardState = { crash: null }

  static getDerivedStateFromError(thrown: unknown): CrashGuardState {
    return { crash: { error: thrown instanceof Error ? thrown : new Error(String(thrown)), at: new Date() } }
  }

  retry = () => {
    this.props.onRetry?.()
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

/** A crash while the network is gone, too. */
function ScreenUnavailable() {
  return <p role="alert">Connection Issue Detected. Please check your connection and reload the page.</p>
}
