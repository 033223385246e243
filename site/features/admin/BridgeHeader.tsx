import { useState } from 'react'
import { logOutAdmin } from '../../stores/admin-session.ts'
import { ConnectionLine } from './ConnectionLine.tsx'
import { sections } from './sections.ts'

export function BridgeHeader() {
  const [isLeaving, setLeaving] = useState(false)

  function leave() {
    if (isLeaving) return
    setLeaving(true)
    void logOutAdmin()
  }

  return (
    <header className="bridge">
      <div className="bridge__top">
        <div>
          <p className="label">Admin</p>
          <h1 className="bridge__title">The Captain’s Bridge</h1>
        </div>
        <div className="bridge__acts">
          <a className="button button--quiet" href="/admin-blog">
            Edit Blog
          </a>
          <button type="button" className="button" aria-disabled={isLeaving} onClick={leave}>
            Logout
          </button>
        </div>
      </div>
      <ConnectionLine />
      <nav className="bridge__jumps" aria-label="Sections">
        {sections.map(({ id, name }) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
      </nav>
    </header>
  )
}
