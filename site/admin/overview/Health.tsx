import { readLogs } from '../../../admin-api/contract/admin-log.ts'
import { formatInstant } from '../../lib/format.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { type Connections, healthParts } from './Attention.tsx'

const tones = { ok: 'good', degraded: 'warning', down: 'bad' } as const

/** State of each part of the service in one sentence, with a link to the page where the operator can act. */
export function Health({
  connections,
  failure
}: {
  connections: Connections | null
  failure: string | null
}) {
  return (
    <dl className="health grid">
      <LastCollection />
      {healthParts.map(({ key, name, path }) => {
        const part = connections?.[key]
        // The second source is optional.
        if (key === 'second_source' && !part) return null
        return (
          <div key={key} className="health__part">
            <dt>
              <a href={path}>{name}</a>{' '}
              {part && (
                <StatusBadge tone={failure === null ? tones[part.status] : 'neutral'}>
                  {failure === null ? part.status : 'unknown'}
                </StatusBadge>
              )}
            </dt>
            <dd>{failure ?? part?.detail ?? 'Loading...'}</dd>
          </div>
        )
      })}
    </dl>
  )
}

const logQuery = createAdminQuery(readLogs)
const newestCollection = {
  category: 'MANUAL_ENTRY',
  action: 'BULK_OPERATION',
  q: 'Collected ',
  limit: 1
} as const

function LastCollection() {
  const { value, failure } = useAdminQuery(logQuery, newestCollection, null)
  const line = value?.logs[0]
  return (
    <div className="health__part">
      <dt>
        <a href="/admin/collect">Last collection</a>
      </dt>
      <dd>
        {line === undefined ? (
          (failure ?? (value === null ? 'Loading...' : 'Nothing has been collected yet.'))
        ) : (
          <>
            <time dateTime={line.timestamp}>{formatInstant(line.timestamp)}</time>: {line.message}
          </>
        )}
      </dd>
    </div>
  )
}
