import { readConnections } from '../../../admin-api/contract/system.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { Attention } from './Attention.tsx'
import { Health } from './Health.tsx'
import { SearchMetrics } from './SearchMetrics.tsx'
import { TopAccuracy } from './TopAccuracy.tsx'
import './overview.css'

const connectionsQuery = createAdminQuery(readConnections)
const refreshEveryMs = 30_000

/** Open tasks first, then the state of the service, searches and accuracy. */
export function Overview() {
  const connections = useAdminQuery(connectionsQuery, {}, refreshEveryMs)
  return (
    <>
      <Attention connections={connections.value} />
      <Health connections={connections.value} failure={connections.failure} />
      <div className="admin__pair">
        <SearchMetrics />
        <TopAccuracy />
      </div>
    </>
  )
}
