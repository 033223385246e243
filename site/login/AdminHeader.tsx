import { type ReactNode, useState } from 'react'
import './admin-header.css'

type AdminHeaderProps = {
  title: string
  onLogOut: () => void
  /** Links to elsewhere, before the button that logs out. */
  children: ReactNode
}

/** The heading of a page of the admin area. */
export function AdminHeader({ title, onLogOut, children }: AdminHeaderProps) {
  const [isLeaving, setLeaving] = useState(false)

  function leave() {
    if (isLeaving) return
    setLeaving(true)
    onLogOut()
  }

  return (
    <div className="admin-header">
      <div>
        <p className="label">Admin</p>
        <h1 className="admin-header__title">{title}</h1>
      </div>
      <div className="admin-header__links">
        {children}
        <button type="button" className="button button--quiet" aria-disabled={isLeaving} onClick={leave}>
          Logout
        </button>
      </div>
    </div>
  )
}
