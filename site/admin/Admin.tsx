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

type Page = { title: string; content: ReactNode; links?: ReactNode }

const pages: Record<Exclude<AdminPageId, 'posts'>, Page> = {
  overview: {
    title: 'The Captain’s Bridge',
    content: <Overview />,
    links: (
      <ButtonLink variant="quiet" href="/admin-blog">
        Edit Blog
      </ButtonLink>
    )
  },
  collect: { title: 'Collect', content: <Collection /> },
  review: { title: 'Review', content: <Review /> },
  history: { title: 'History', content: <History /> },
  funds: { title: 'Funds', content: <Funds /> },
  log: { title: 'Log', content: <Logs /> },
  settings: { title: 'Settings', content: <Settings /> }
}

export function Admin({ page }: { page: keyof typeof pages }) {
  const { title, content, links } = pages[page]
  return (
    <AdminPage className="admin">
      <AdminHeader page={page} title={title}>
        {links}
      </AdminHeader>
      {content}
    </AdminPage>
  )
}
