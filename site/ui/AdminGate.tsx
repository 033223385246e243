import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { $adminSession, checkAdminSession } from '../stores/admin-session.ts'

/** Draws its children for the operator alone: nothing while that is being checked, nothing for anybody else. */
export function AdminGate({ children }: { children: ReactNode }) {
  const { status } = useStore($adminSession)

  useEffect(() => {
    void checkAdminSession()
    const checkAgain = () => {
      if ($adminSession.get().status === 'unverified') void checkAdminSession()
    }
    // The browser may show this page again from memory after a logout.
    const checkRestored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void checkAdminSession()
    }
    window.addEventListener('online', checkAgain)
    window.addEventListener('pageshow', checkRestored)
    return () => {
      window.removeEventListener('online', checkAgain)
      window.removeEventListener('pageshow', checkRestored)
    }
  }, [])

  return status === 'authenticated' ? children : null
}
