import type { ReactNode } from 'react'
import { type AdminPageId, adminPages } from '../../admin-api/contract/pages.ts'
import { logOutAdmin } from '../login/admin-session.ts'
import { isForReview, useEntries } from './review/entry-list.ts'
import { TaskButton } from './TaskButton.tsx'

type AdminHeaderProps = {
  page: AdminPageId
  /** Links next to the heading. */
  children?: ReactNode
}

/** Headings that differ from the names in the menu. */
const titles: Partial<Record<AdminPageId, string>> = { overview: 'The Captain’s Bridge', posts: 'Blog Admin' }

/** The bar of the admin area with the menu of its pages, and the heading of one. */
export function AdminHeader({ page, children }: AdminHeaderProps) {
  const waiting = useEntries().value?.entries.filter(isForReview).length ?? 0

  return (
    <>
      <header className="admin-bar row items-center gap-x-4">
        <a className="admin-bar__site" href="/">
          Doubloon<span className="visually-hidden">, the public site</span>
        </a>
        <nav className="grow" aria-label="Admin pages">
          <ul className="admin-menu line gap-x-1">
            {adminPages.map(({ id, name, path }) => (
              <li key={id}>
                <a
                  className="admin-menu__link line items-center gap-2 semibold"
                  href={path}
                  aria-current={id === page ? 'page' : undefined}
                >
                  {name}
                  {id === 'review' && waiting > 0 && (
                    <>
                      {' '}
                      <span className="admin-menu__count tabular text-center text-xs">
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
        <TaskButton text="Logout" task={logOutAdmin} />
      </header>
      <div className="row items-end between gap-3">
        <h1 className="text-2xl">{titles[page] ?? adminPages.find(({ id }) => id === page)?.name}</h1>
        <div className="row gap-2">{children}</div>
      </div>
    </>
  )
}
