import { Component, lazy, type ReactNode, Suspense } from 'react'
import { refetchAll } from '../lib/query.ts'
import { CrashSentence } from './CrashSentence.tsx'

type CrashGuardProps = {
  children: ReactNode
  /** What is drawn; a crash of one says nothing about the next. */
  subject?: unknown
}
type CrashGuardState = { crash: { error: Error; at: Date } | null }

// The screen is rarely needed, so it is not in the script of every page.
const CrashScreen = lazy(async () => {
  try {
    return { default: (await import('./CrashScreen.tsx')).CrashScreen }
  } catch {
    return { default: CrashSentence }
  }
})

/** Catches rendering errors below it, around the root of every island. React has error boundaries only as classes. */
export class CrashGuard extends Component<CrashGuardProps, CrashGuardState> {
  override state: CrashGuardState = { crash: null }

  static getDerivedStateFromError(thrown: unknown): CrashGuardState {
    return { crash: { error: thrown instanceof Error ? thrown : new Error(String(thrown)), at: new Date() } }
  }

  override componentDidUpdate(before: CrashGuardProps, { crash }: CrashGuardState) {
    if (crash !== null && before.subject !== this.props.subject) this.setState({ crash: null })
  }

  /** The same data would fail the same way, so it is fetched again first. */
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
