import { $adminSession, checkAdminSession } from '../login/admin-session.ts'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { SessionGate } from '../login/SessionGate.tsx'
import { Collection } from './collection/Collection.tsx'
import { DashboardHeader } from './DashboardHeader.tsx'
import { Funds } from './funds/Funds.tsx'
import { History } from './history/History.tsx'
import { Logs } from './logs/Logs.tsx'
import { ManualEntries } from './manual-entries/ManualEntries.tsx'
import { SearchMetrics } from './search-metrics/SearchMetrics.tsx'
import { SecondFactor } from './second-factor/SecondFactor.tsx'
import { TopAccuracy } from './top-accuracy/TopAccuracy.tsx'
import './admin.css'

/** The operator's dashboard: one section beside and below the other, each with its own data. */
export function Admin() {
  return (
    <CrashGuard>
      <SessionGate $session={$adminSession} check={checkAdminSession}>
        <div className="admin wrap">
          <DashboardHeader />
          <div className="admin__pair">
            <SearchMetrics />
            <TopAccuracy />
          </div>
          <Funds />
          <Collection />
          <ManualEntries />
          <History />
          <Logs />
          <SecondFactor />
        </div>
      </SessionGate>
    </CrashGuard>
  )
}
