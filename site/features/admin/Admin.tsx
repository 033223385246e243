import { AdminGate } from '../../ui/AdminGate.tsx'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { BridgeHeader } from './BridgeHeader.tsx'
import { Collection } from './collection/Collection.tsx'
import { History } from './history/History.tsx'
import { Logs } from './logs/Logs.tsx'
import { ManualEntries } from './manual-entries/ManualEntries.tsx'
import { SearchMetrics } from './search-metrics/SearchMetrics.tsx'
import { TopAccuracy } from './top-accuracy/TopAccuracy.tsx'
import './admin.css'

/** The operator's dashboard: one section beside and below the other, each with its own data. */
export function Admin() {
  return (
    <CrashGuard>
      <AdminGate>
        <div className="admin wrap">
          <BridgeHeader />
          <div className="admin__pair">
            <SearchMetrics />
            <TopAccuracy />
          </div>
          <Collection />
          <ManualEntries />
          <History />
          <Logs />
        </div>
      </AdminGate>
    </CrashGuard>
  )
}
