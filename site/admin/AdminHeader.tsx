import { type ReactNode, useState } from 'react'
import { type AdminPageId, adminPages } from '../../admin-api/contract/pages.ts'
import { logOutAdmin } from '../login/admin-session.ts'
import { Button } from '../ui/Button.tsx'
import { isForReview, useEntries } from './review/entry-list.ts'

type AdminHeaderProps = {
  page: AdminPageId
  title: string
  /** Links placed before the logout button. */
  children?: ReactNode
}

/** Heading of an admin page, with the menu of all admin pages. */
export function AdminHeader({ page, title, children }: AdminHeaderProps) {
  const [isLeaving, setLeaving] = useState(false)
  const waiting = useEntries().value?.entries.filter(isForReview).length ?? 0

  function leave() {
    if (isLeaving) return
    setLeaving(true)
    void logOutAdmin()
  }

  return (
    <header className="stack gap-3">
      <div className="row items-end between gap-3">
        <div>
          <p className="label">Admin</p>
          <h1 className="admin-header__title">{title}</h1>
        </div>
        <div className="row gap-2">
          {children}
          <Button variant="quiet" aria-disabled={isLeaving} onClick={leave}>
            Logout
          </Button>
        </div>
      </div>
      <nav aria-label="Admin pages">
        <ul className="admin-menu row gap-x-1">
          {adminPages.map(({ id, name, path }) => (
            <li key={id}>
              <a className="admin-menu__link" href={path} aria-current={id === page ? 'page' : undefined}>
                {name}
                {id === 'review' && waiting > 0 && (
                  <>
                    {' '}
                    <span className="admin-menu__count">
                      {waiting}
                      <span className="visually-hidden"> waiting</span>
                    </span>
                  </>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}
