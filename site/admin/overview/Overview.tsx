import type { ReactNode } from 'react'
import { readTopAccuracy } from '../../../admin-api/contract/admin-history.ts'
import { readLogs } from '../../../admin-api/contract/admin-log.ts'
import { readCollection } from '../../../admin-api/contract/collection.ts'
import { type EstimateMove, readEstimateMoves } from '../../../admin-api/contract/estimate-moves.ts'
import { pathOfFund } from '../../../admin-api/contract/pages.ts'
import { readSearchMetrics, resetSearchMetrics } from '../../../admin-api/contract/search-metrics.ts'
import { readConnections } from '../../../admin-api/contract/system.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { describeCauses } from '../../lib/describe-estimate-move.ts'
import { formatChange, formatCount, formatDividend, formatInstant, formatPercent } from '../../lib/format.ts'
import { useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin, showOutcome } from '../../login/admin-session.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { AdminSection } from '../AdminSection.tsx'
import { TaskButton } from '../TaskButton.tsx'
import { Attention, type Connections, listHealth } from './Attention.tsx'
import { SourceHint } from './SourceHint.tsx'
import './overview.css'

const refreshEveryMs = { connections: 30_000, searches: 20_000, accuracy: 60_000 }

/** Open tasks first, then the state of the service, searches and accuracy. */
export function Overview() {
  const connections = useAdminQuery(readConnections, {}, refreshEveryMs.connections)
  return (
    <>
      <Attention connections={connections.value} />
      <SourceHint />
      <Health connections={connections.value} failure={connections.failure} />
      <div className="admin__pair grid">
        <SearchMetrics />
        <TopAccuracy />
      </div>
      <Moves />
    </>
  )
}

const tones = { ok: 'good', unread: 'neutral', degraded: 'warning', down: 'bad' } as const

/** State of each part of the service in one sentence, with a link to the page where the operator can act. */
function Health({ connections, failure }: { connections: Connections | null; failure: string | null }) {
  return (
    <dl className="health grid">
      <LastCollection />
      {connections === null && (
        <div>
          <dt className="semibold">Parts of the service</dt>
          <dd className="muted text-s">{failure ?? 'Loading...'}</dd>
        </div>
      )}
      {connections !== null &&
        listHealth(connections).map(({ key, name, path, status, detail }) => (
          <div key={key}>
            <dt className="line items-center between gap-2 semibold">
              <a href={path}>{name}</a>{' '}
              <StatusBadge tone={failure === null ? tones[status] : 'neutral'}>
                {failure !== null ? 'unknown' : status === 'unread' ? 'not read' : status}
              </StatusBadge>
            </dt>
            <dd className="muted text-s">{failure ?? detail}</dd>
          </div>
        ))}
    </dl>
  )
}

const newestCollection = {
  category: 'MANUAL_ENTRY',
  action: 'BULK_OPERATION',
  q: 'Collected ',
  limit: 1
} as const

function LastCollection() {
  const { value, failure } = useAdminQuery(readLogs, newestCollection, refreshEveryMs.connections)
  const running = useAdminQuery(readCollection, {}, refreshEveryMs.connections).value?.running[0]
  const line = value?.logs[0]
  return (
    <div>
      <dt className="semibold">
        <a href="/admin/collect">Last collection</a>
      </dt>
      <dd className="muted text-s">
        {running !== undefined ? (
          `Collecting now: ${running.done} of ${countOf(running.total, 'fund')} done.`
        ) : line === undefined ? (
          (failure ?? (value === null ? 'Loading...' : 'Nothing has been collected yet.'))
        ) : (
          <>
            <time dateTime={line.timestamp}>{formatInstant(line.timestamp)}</time>: {line.message}
          </>
        )}
      </dd>
    </div>
  )
}

const shownSymbols = 3

function SearchMetrics() {
  const query = useAdminQuery(readSearchMetrics, {}, refreshEveryMs.searches)
  const { value, isLoading, refetch } = query
  const ranks = value?.top_searches.slice(0, shownSymbols).map(({ symbol, count }) => ({
    symbol,
    figure: countOf(count, 'search', 'searches')
  }))
  return (
    <AdminSection
      titleId="search-metrics-title"
      title="Most Searched Symbols"
      tools={
        <Button variant="chip" onClick={() => void refetch()}>
          Refresh
        </Button>
      }
      query={query}
      waiting="Loading..."
    >
      <RankList ranks={ranks} empty="No searches yet." />
      <footer className="above-4 row items-end between gap-3">
        <p className="tabular muted text-xs" aria-busy={isLoading}>
          {value !== null && (
            <>
              <strong>{formatCount(value.total_count)}</strong>{' '}
              {value.total_count === 1 ? 'search' : 'searches'} tracked in all
              <br />
              Last updated: <time dateTime={value.fetched_at}>{formatInstant(value.fetched_at)}</time>
            </>
          )}
        </p>
        <TaskButton
          className="chip--danger"
          text="Clear All Searches"
          question={{
            title: 'Clear all searches?',
            message:
              'All recorded searches are deleted, and the counts start from zero. This can’t be undone.',
            confirmText: 'Clear All Searches'
          }}
          task={resetSearches}
        />
      </footer>
    </AdminSection>
  )
}

const resetSearches = async () =>
  showOutcome(await callAdmin(resetSearchMetrics, {}), {
    done: 'Search Metrics Reset',
    failed: 'Reset Failed',
    sentence: 'Failed to reset search metrics',
    message: () => 'All search metrics have been cleared successfully'
  })

const origins = {
  live: 'Live record: estimates frozen before their payment was known.',
  replayed: 'Backtested record: no fund has five scored live estimates yet.'
}

function TopAccuracy() {
  const query = useAdminQuery(readTopAccuracy, {}, refreshEveryMs.accuracy)
  const { value } = query
  const ranks = value?.rankings.map(({ ticker, avg_accuracy, count }, index) => ({
    symbol: ticker,
    flag: index === 0 ? 'HIGHEST ACCURACY' : '',
    figure: (
      <>
        <strong>{formatPercent(avg_accuracy * 100)}</strong>
        <span className="muted"> over {formatCount(count)} payments</span>
      </>
    )
  }))
  return (
    <AdminSection
      titleId="top-accuracy-title"
      title="Top 5 Most Accurate Predictions"
      query={query}
      waiting="Loading..."
    >
      <RankList ranks={ranks} empty="No fund has five scored payments yet." />
      {value && value.rankings.length > 0 && (
        <p className="above-3 tabular muted text-xs">{origins[value.origin]}</p>
      )}
    </AdminSection>
  )
}

type Move = EstimateMove & { symbol: string }

const moveColumns: readonly Column<Move>[] = [
  { heading: 'Fund', symbol: ({ symbol }) => symbol, href: ({ symbol }) => pathOfFund(symbol) },
  { heading: 'Before', figure: ({ from }) => from, format: formatDividend },
  {
    heading: 'Now',
    isMain: true,
    figure: ({ to }) => to,
    format: formatDividend,
    note: ({ from, to }) => formatChange(100 * (to / from - 1), 1)
  },
  {
    heading: 'After',
    words: describeCauses,
    className: 'is-wide',
    note: ({ made_at }) => <time dateTime={made_at}>{formatInstant(made_at)}</time>
  }
]

/** The estimates that changed most in a week, and why. */
function Moves() {
  const query = useAdminQuery(readEstimateMoves, {}, refreshEveryMs.accuracy)
  return (
    <AdminSection titleId="moves-title" title="Why did it move?" query={query} waiting="Loading...">
      {query.value && (
        <Table
          caption="Largest changes of estimates in seven days"
          columns={moveColumns}
          rows={query.value.moves}
          keyOf={({ symbol, made_at }) => `${symbol} ${made_at}`}
          phones="cards"
          empty="No estimate changed in the last seven days."
        />
      )}
    </AdminSection>
  )
}

type Rank = { symbol: string; flag?: string; figure: ReactNode }

/** Symbols with a figure each, best first. */
function RankList({ ranks, empty }: { ranks: readonly Rank[] | undefined; empty: string }) {
  if (ranks === undefined) return null
  if (ranks.length === 0) return <p className="muted">{empty}</p>
  return (
    <ol className="stack gap-3">
      {ranks.map(({ symbol, flag, figure }, index) => (
        <li key={symbol} className="row items-center gap-x-3">
          <span
            className={`grid centered rigid ranks__badge ranks__badge--${index + 1} text-s strong tabular`}
          >
            <span className="visually-hidden">Rank </span>
            {index + 1}
          </span>{' '}
          <span className="grow row items-baseline gap-x-3 semibold">
            {symbol} {flag && <span className="label gold">{flag}</span>}
          </span>{' '}
          <span className="tabular text-s text-end">{figure}</span>
        </li>
      ))}
    </ol>
  )
}
