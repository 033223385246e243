import { readConnections } from '../../admin-api/contract/connections.ts'
import { createAdminQuery, useAdminQuery } from '../login/admin-query.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { BackUpNow } from './BackUpNow.tsx'

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

/** What the service stands on, in one line. */
export function ConnectionLine() {
  const { value, failure } = useAdminQuery(connectionsQuery, {}, refreshEveryMs)
  return (
    <dl className="connections">
      {parts.map(({ key, name }) => {
        const part = value?.[key]
        // Where no second source is asked there is nothing to tell.
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
