import type { ReactNode } from 'react'
import { Card } from '../ui/Card.tsx'
import { FailureNotice } from '../ui/FailureNotice.tsx'

type SectionQuery = { value: unknown; failure: string | null; refetch: () => Promise<void> }

type AdminSectionProps = {
  /** Id of the heading, which is also the target of the jump link. */
  titleId: string
  title: string
  tools?: ReactNode
  query?: SectionQuery
  /** Shown until the query has loaded. */
  waiting?: string
  children: ReactNode
}

/** A card of the dashboard. Its heading receives the focus when a focused control disappears. */
export function AdminSection({ titleId, title, tools, query, waiting, children }: AdminSectionProps) {
  return (
    <Card className="admin-section" titleId={titleId} title={title} isTitleFocusable tools={tools}>
      {query && <QueryFailure query={query} />}
      {query && waiting && query.value === null && query.failure === null && (
        <p className="muted">{waiting}</p>
      )}
      {children}
    </Card>
  )
}

/** Shown above data that may be out of date because the last request failed. */
export function QueryFailure({ query: { failure, refetch } }: { query: SectionQuery }) {
  if (failure === null) return null
  return <FailureNotice onRetry={() => void refetch()}>{failure}</FailureNotice>
}
