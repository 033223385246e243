import { useState } from 'react'
import { logOutAdmin } from '../../stores/admin-session.ts'

export function BlogHeader() {
  const [isLeaving, setLeaving] = useState(false)

  function leave() {
    if (isLeaving) return
    setLeaving(true)
    void logOutAdmin()
  }

  return (
    <header className="admin-blog__header">
      <div>
        <p className="label">Admin</p>
        <h1 className="admin-blog__title">Blog Admin</h1>
      </div>
      <div className="admin-blog__acts">
        <a className="button button--quiet" href="/admin">
          Back to the bridge
        </a>
        <a className="button button--quiet" href="/blog">
          View blog
        </a>
        <button type="button" className="button button--quiet" aria-disabled={isLeaving} onClick={leave}>
          Logout
        </button>
      </div>
    </header>
  )
}
