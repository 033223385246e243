import { Fragment } from 'react'
import { makeBackup, readConnections } from '../../admin-api/contract/system.ts'
import { AdminHeader } from '../login/AdminPage.tsx'
import { createAdminQuery, useAdminQuery } from '../login/admin-query.ts'
import { callAdmin, showOutcome } from '../login/admin-session.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { TaskButton } from './TaskButton.tsx'

/** Sections of the dashboard in their order, by the id of their heading. */
const sections = [
  { id: 'search-metrics-title', name: 'Searches' },
  { id: 'top-accuracy-title', name: 'Accuracy' },
  { id: 'funds-title', name: 'Funds' },
  { id: 'collection-title', name: 'Collection' },
  { id: 'manual-entries-title', name: 'Manual Entries' },
  { id: 'history-title', name: 'Dividend History' },
  { id: 'logs-title', name: 'Admin Logs' },
  { id: 'second-factor-title', name: 'Second Factor' }
] as const

export function DashboardHeader() {
  return (
    <header className="dashboard-header">
      <AdminHeader title="The Captain’s Bridge">
        <ButtonLink variant="quiet" href="/admin-blog">
          Edit Blog
        </ButtonLink>
      </AdminHeader>
      <Connections />
      <nav className="dashboard-header__jumps" aria-label="Sections">
        {sections.map(({ id, name }) => (
          <Fragment key={id}>
            <a href={`#${id}`}>{name}</a>{' '}
          </Fragment>
        ))}
      </nav>
    </header>
  )
}

const connectionsQuery = createAdminQuery(readConnections)
const refreshEveryMs = 30_000
const parts = [
  { key: 'database', name: 'Database' },
  { key: 'market_data', name: 'Market data' },
  { key: 'second_source', name: 'Second source' },
  { key: 'publisher', name: 'Publisher' },
  { key: 'renderer', name: 'Renderer' },
  { key: 'backups', name: 'Backups' }
] as const
const tones = { ok: 'good', degraded: 'warning', down: 'bad' } as const

function Connections() {
  const { value, failure } = useAdminQuery(connectionsQuery, {}, refreshEveryMs)
  return (
    <dl className="connections">
      {parts.map(({ key, name }) => {
        const part = value?.[key]
        // The second source is optional.
        if (key === 'second_source' && !part) return null
        return (
          <div key={key} className="connections__part">
            <dt>
              {name}{' '}
              {part && (
                <StatusBadge tone={failure === null ? tones[part.status] : 'neutral'}>
                  {failure === null ? part.status : 'unknown'}
                </StatusBadge>
              )}
            </dt>
            <dd>
              {failure ?? part?.detail ?? 'Asking...'} {key === 'backups' && <BackUpNow />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function BackUpNow() {
  const backUp = async () =>
    showOutcome(await callAdmin(makeBackup, {}), {
      done: 'Backup Made',
      failed: 'Backup Failed',
      fallback: 'The database could not be backed up'
    })
  return <TaskButton className="connections__act" text="Back up now" busyText="Backing up..." task={backUp} />
}
