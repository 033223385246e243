import type { ReactNode } from 'react'
import { Card } from '../ui/Card.tsx'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { LineIcon } from '../ui/LineIcon.tsx'

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
    <Card
      className="admin-section"
      titleId={titleId}
      label={kicker}
      title={title}
      isTitleFocusable
      icon={<SectionIcon name={icon} />}
      tools={tools}
    >
      {query && <QueryFailure query={query} />}
      {query && waiting && query.value === null && query.failure === null && (
        <p className="admin-section__empty">{waiting}</p>
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

/* Not part of ui/Icon.tsx, which is shipped with public pages. */
const drawings = {
  spyglass: (
    <path d="m3 17.5 9.500-5 2.500 4.500-9.500 5zM12 12.500l3-7.500 5.500-2.500 1.5 3-3.500 4.500-3.500 7M16.500 4.500l2.500 5" />
  ),
  target: (
    <>
      <circle cx="12" cy="12" r="9" />
      <circle cx="12" cy="12" r="4.5" />
      <path d="M12 1.500v4M12 18.500v4M1.500 12h4M18.500 12h4M12 12h.01" />
    </>
  ),
  anchor: (
    <>
      <circle cx="12" cy="4.500" r="2.500" />
      <path d="M12 7v14.500M7.500 10.500h9M3.500 14c.5 4.500 3.500 7 8.500 7.500 5-.5 8-3 8.500-7.500M3.500 14l-1.500 3M3.500 14l3 2M20.500 14l1.500 3M20.500 14l-3 2" />
    </>
  ),
  pennant: <path d="M5.500 2v20M5.500 3.500h14l-4 4.250 4 4.250h-14M9 7.750h3" />,
  hourglass: (
    <path d="M5.500 2.500h13M5.500 21.500h13M7 2.500c0 5 3.500 6 5 9.500 1.5-3.500 5-4.500 5-9.500M7 21.500c0-5 3.500-6 5-9.500 1.5 3.500 5 4.500 5 9.500M9.500 18.500h5" />
  ),
  // `ledger` and `scroll` were drawn on a grid of 40 x 40.
  ledger: (
    <g transform="scale(.6)" strokeWidth="1.6">
      <path d="M20 9c-3.500-2.600-8.500-3.400-15-3v24c6.500-.4 11.500.4 15 3 3.500-2.600 8.500-3.400 15-3V6c-6.500-.4-11.500.4-15 3zM20 9v24" />
      <path
        d="M8.500 12c3-.1 5.600.2 8 1.200M8.500 17c3-.1 5.600.2 8 1.200M8.500 22c3-.1 5.600.2 8 1.200M23.500 13.200c2.400-1 5-1.300 8-1.200M23.500 18.200c2.400-1 5-1.300 8-1.200"
        strokeWidth="1.2"
      />
      <path d="M27 29.400V36l2.300-1.900L31.600 36v-6.800" fill="currentColor" />
    </g>
  ),
  scroll: (
    <g transform="scale(.6)" strokeWidth="1.6">
      <path d="M9 5h17v6M9 5a3 3 0 0 0-3 3v3h6V8a3 3 0 0 0-3-3zM12 11v21a3 3 0 0 0 3 3h13" />
      <path d="M15.500 16h7M15.500 20.500h5M15.500 25h3" strokeWidth="1.2" />
      <path d="M37 9c-6 .5-11.500 5.500-13.500 16l-1.500 6M37 9c.4 6.500-3.400 12.500-13.500 16" />
      <path d="M28 35a3 3 0 0 0 3-3v-3" />
    </g>
  ),
  key: (
    <>
      <circle cx="7.500" cy="16.500" r="5" />
      <path d="M11 13 20.500 3.500M16 8l3.500 3.500M18.500 5.500l2.500 2.500" />
    </>
  )
} satisfies Record<string, ReactNode>

type SectionIconName = keyof typeof drawings

function SectionIcon({ name }: { name: SectionIconName }) {
  return <LineIcon strokeWidth="1.5">{drawings[name]}</LineIcon>
}
