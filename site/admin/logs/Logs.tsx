import { useState } from 'react'
import { AdminSection } from '../AdminSection.tsx'
import { SectionIcon } from '../SectionIcon.tsx'
import { LogList } from './LogList.tsx'
import './logs.css'

/** What was done and noticed; read only while it is looked at. */
export function Logs() {
  const [isShown, setIsShown] = useState(false)
  return (
    <AdminSection
      titleId="logs-title"
      title="Admin Logs"
      kicker="What was done, and by whom"
      icon={<SectionIcon name="scroll" />}
      tools={
        <button
          type="button"
          className="chip"
          aria-expanded={isShown}
          aria-controls="log-list"
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide Logs' : 'Show Logs'}
        </button>
      }
    >
      <div className="logs" id="log-list" hidden={!isShown}>
        {isShown && <LogList />}
      </div>
      {!isShown && <p className="logs__closed">The log is closed. Show it to read and filter its lines.</p>}
    </AdminSection>
  )
}
