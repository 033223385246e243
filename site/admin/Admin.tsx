import type { ReactNode } from 'react'
import type { AdminPageId } from '../../admin-api/contract/pages.ts'
import { AdminPage } from '../login/AdminPage.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { AdminHeader } from './AdminHeader.tsx'
import { Collection } from './collection/Collection.tsx'
import { Funds } from './funds/Funds.tsx'
import { History } from './history/History.tsx'
import { Logs } from './logs/Logs.tsx'
import { Overview } from './overview/Overview.tsx'
import { Review } from './review/Review.tsx'
import { Settings } from './settings/Settings.tsx'
import './admin.css'

const contents: Record<Exclude<AdminPageId, 'posts'>, ReactNode> = {
  overview: <Overview />,
  collect: <Collection />,
  review: <Review />,
  history: <History />,
  funds: <Funds />,
  log: <Logs />,
  settings: <Settings />
}

export function Admin({ page }: { page: keyof typeof contents }) {
  return (
    <AdminPage className="admin">
      <AdminHeader page={page}>
        {page === 'overview' && (
          <ButtonLink variant="quiet" href="/admin-blog">
            Edit Blog
          </ButtonLink>
        )}
      </AdminHeader>
      {contents[page]}
    </AdminPage>
  )
}
