import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { type ReactNode, useEffect } from 'react'
import { keepToastsClear } from '../chrome/keep-toasts-clear.ts'

type SessionGateProps = {
  /** `unverified`: nobody could say yet. */
  $session: ReadableAtom<{ status: 'checking' | 'authenticated' | 'rejected' | 'unverified' }>
  /** Finds the status out, and leads away whoever is rejected. */
  check: () => Promise<void>
  children: ReactNode
}

/** Renders its children only once the session is known to hold; nothing before that. */
export function SessionGate({ $session, check, children }: SessionGateProps) {
  const { status } = useStore($session)

  useEffect(() => {
    void check()
    const checkAgain = () => {
      if ($session.get().status === 'unverified') void check()
    }
    // After a logout the browser may restore this page from the back/forward cache.
    const checkRestored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void check()
    }
    window.addEventListener('online', checkAgain)
    window.addEventListener('pageshow', checkRestored)
    return () => {
      window.removeEventListener('online', checkAgain)
      window.removeEventListener('pageshow', checkRestored)
    }
  }, [$session, check])

  const isInside = status === 'authenticated'
  useEffect(() => (isInside ? keepToastsClear() : undefined), [isInside])

  return isInside ? children : null
}
