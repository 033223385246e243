import { useState } from 'react'
import { AdminSection } from '../AdminSection.tsx'
import { LogBook } from './LogBook.tsx'
import { LogMark } from './LogMark.tsx'
import './logs.css'

/** What was done and noticed; read only while it is looked at. */
export function Logs() {
  const [isShown, setIsShown] = useState(false)
  return (
    <AdminSection
      titleId="logs-title"
      title="Admin Logs"
      kicker="What was done, and by whom"
      icon={<LogMark />}
      tools={
        <button
          type="button"
          className="chip"
          aria-expanded={isShown}
          aria-controls="log-book"
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide Logs' : 'Show Logs'}
        </button>
      }
    >
      <div className="logs" id="log-book" hidden={!isShown}>
        {isShown && <LogBook />}
      </div>
      {!isShown && <p className="logs__closed">The log is closed. Show it to read and filter its lines.</p>}
    </AdminSection>
  )
}
