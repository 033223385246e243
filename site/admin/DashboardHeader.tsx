import { Fragment } from 'react'
import { logOutAdmin } from '../login/admin-session.ts'
import { AdminHeader } from '../login/AdminHeader.tsx'
import { ConnectionLine } from './ConnectionLine.tsx'
import { sections } from './sections.ts'

export function DashboardHeader() {
  return (
    <header className="dashboard-header">
      <AdminHeader title="The Captain’s Bridge" onLogOut={logOutAdmin}>
        <a className="button button--quiet" href="/admin-blog">
          Edit Blog
        </a>
      </AdminHeader>
      <ConnectionLine />
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
