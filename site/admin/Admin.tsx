import { AdminPage } from '../login/AdminPage.tsx'
import { Collection } from './collection/Collection.tsx'
import { DashboardHeader } from './DashboardHeader.tsx'
import { Funds } from './funds/Funds.tsx'
import { History } from './history/History.tsx'
import { Logs } from './logs/Logs.tsx'
import { ManualEntries } from './manual-entries/ManualEntries.tsx'
import { SearchMetrics } from './SearchMetrics.tsx'
import { SecondFactor } from './second-factor/SecondFactor.tsx'
import { TopAccuracy } from './TopAccuracy.tsx'
import './admin.css'

/** The dashboard: independent sections, each with its own data. */
export function Admin() {
  return (
    <AdminPage className="admin">
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
    </AdminPage>
  )
}
