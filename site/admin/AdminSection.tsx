import type { ReactNode } from 'react'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { SectionIcon, type SectionIconName } from './SectionIcon.tsx'

type SectionQuery = { value: unknown; failure: string | null; refetch: () => Promise<void> }

type AdminSectionProps = {
  /** Id of the heading, which is also the target of the jump link. */
  titleId: string
  title: string
  kicker: string
  icon: SectionIconName
  tools?: ReactNode
  query?: SectionQuery
  /** Shown until the query has loaded. */
  waiting?: string
  children: ReactNode
}

/** A card of the dashboard. Its heading receives the focus when a focused control disappears. */
export function AdminSection({
  titleId,
  title,
  kicker,
  icon,
  tools,
  query,
  waiting,
  children
}: AdminSectionProps) {
  return (
    <section className="card admin-section" aria-labelledby={titleId}>
      <header className="card__header admin-section__header">
        <span className="card__icon" aria-hidden="true">
          <SectionIcon name={icon} />
        </span>
        <div className="card__heading">
          <p className="label">{kicker}</p>
          <h2 className="card__title" id={titleId} tabIndex={-1}>
            {title}
          </h2>
        </div>
        {tools && <div className="actions">{tools}</div>}
      </header>
      <div className="card__body">
        {query && <QueryFailure query={query} />}
        {query && waiting && query.value === null && query.failure === null && (
          <p className="admin-section__empty">{waiting}</p>
        )}
        {children}
      </div>
    </section>
  )
}

/** Shown above data that may be out of date because the last request failed. */
export function QueryFailure({ query: { failure, refetch } }: { query: SectionQuery }) {
  if (failure === null) return null
  return <FailureNotice onRetry={() => void refetch()}>{failure}</FailureNotice>
}
