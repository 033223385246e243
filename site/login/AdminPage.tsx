import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { $adminSession, checkAdminSession } from './admin-session.ts'
import './admin-page.css'

/** The frame of an admin page. Its children render only while the session is known to be valid. */
export function AdminPage({ className, children }: { className: string; children: ReactNode }) {
  return (
    <CrashGuard>
      <SessionGate>
        <div className={`admin-page wrap grid ${className}`}>{children}</div>
      </SessionGate>
    </CrashGuard>
  )
}

function SessionGate({ children }: { children: ReactNode }) {
  const isAuthenticated = useStore($adminSession).status === 'authenticated'

  useEffect(() => {
    void checkAdminSession()
    const checkAgain = () => {
      if ($adminSession.get().status === 'unverified') void checkAdminSession()
    }
    // After a logout the browser may restore this page from the back/forward cache.
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

  return isAuthenticated ? children : null
}
