import type * as z from 'zod/mini'
import type { FundProposal } from '../../../admin-api/contract/fund-proposals.ts'
import type { FundNotice } from '../../../admin-api/contract/funds.ts'
import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { type Connection, isFaulty, type readConnections } from '../../../admin-api/contract/system.ts'
import { countOf, listOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatDividend, formatMonthDayYear } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { isForReview, useEntries } from '../review/entry-list.ts'
import { useFundNotices } from '../review/FundNotices.tsx'
import { useFundProposals } from '../review/FundProposals.tsx'

export type Connections = z.output<typeof readConnections.output>

/** Parts of the service in the order in which they are shown, each with the page to look at when it fails. */
const healthParts = [
  { key: 'market_data', name: 'Market data', path: '/admin/collect' },
  { key: 'second_source', name: 'Second source', path: '/admin/log' },
  { key: 'backups', name: 'Backups', path: '/admin/settings' },
  { key: 'witnesses', name: 'Witnesses', path: '/admin/settings#witnesses-title' },
  { key: 'publisher', name: 'Publisher', path: '/admin/log' },
  { key: 'renderer', name: 'Renderer', path: '/admin/log' },
  { key: 'database', name: 'Database', path: '/admin/log' }
] as const satisfies readonly { key: Exclude<keyof Connections, 'sources'>; name: string; path: string }[]

type HealthLine = Connection & { key: string; name: string; path: string }

/** States of all parts in the order in which they are shown, sources behind the market data. */
export function listHealth({ sources, ...parts }: Connections): HealthLine[] {
  const lines = healthParts.flatMap(({ key, ...line }): HealthLine[] => {
    const part = parts[key]
    return part === null ? [] : [{ key, ...line, ...part }]
  })
  const read = sources.map(({ id, ...line }) => ({ key: id, path: sourcesPath, ...line }))
  const place = lines.findIndex(({ key }) => key === 'backups')
  return lines.toSpliced(place, 0, ...read)
}

export const sourcesPath = '/admin/settings#sources-title'

type Task = { key: string; text: string; detail: string; path: string; action: string }

/** Maximum number of quarantined payments listed individually; the rest are counted. */
const maxListed = 5

/** Tasks that only a person can decide or repair. */
export function Attention({ connections }: { connections: Connections | null }) {
  const query = useEntries()
  const { value } = query
  const notices = useFundNotices().value?.notices ?? []
  const proposals = useFundProposals().value?.proposals ?? []
  const tasks = [
    ...listReviews(value?.entries ?? []),
    ...listDrafts(notices),
    ...listProposals(proposals),
    ...listProblems(connections)
  ]
  const isLoaded = value !== null && connections !== null
  return (
    <AdminSection titleId="attention-title" title="Needs Attention" query={query} waiting="Loading...">
      {isLoaded && tasks.length === 0 && <p>Nothing needs your attention.</p>}
      {tasks.length > 0 && (
        <ul className="stack gap-3">
          {tasks.map(({ key, text, detail, path, action }) => (
            <li key={key} className="row items-center between gap-y-2 gap-x-4">
              <p className="grow">
                <strong>{text}</strong> {detail}
              </p>
              <ButtonLink variant="quiet" href={path}>
                {action}
                <span className="visually-hidden"> {text}</span>
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </AdminSection>
  )
}

function listReviews(entries: readonly ManualEntry[]): Task[] {
  const waiting = entries.filter(isForReview)
  const more = waiting.length - maxListed
  const named = waiting
    .slice(0, maxListed)
    .map(({ id, ticker, actual_dividend, ex_date, reason, is_stored }) => ({
      key: `entry ${id}`,
      text: `${ticker} payment of ${formatDividend(actual_dividend ?? 0)} ${is_stored ? 'is stored, but unlikely' : 'quarantined'}.`,
      detail: reason ?? (ex_date === null ? '' : `Its ex-date is ${formatMonthDayYear(ex_date)}.`),
      path: '/admin/review',
      action: 'Review'
    }))
  if (more <= 0) return named
  const text = `${more} more ${more === 1 ? 'payment needs' : 'payments need'} a decision.`
  return [...named, { key: 'more', text, detail: '', path: '/admin/review', action: 'Review all' }]
}

function listDrafts(notices: readonly FundNotice[]): Task[] {
  const tickers = notices.flatMap(({ tickers, status }) => (status === 'draft' ? summarize(tickers) : []))
  if (tickers.length === 0) return []
  const text = `Filings may announce a change of ${listOf(tickers)}.`
  return [{ key: 'notices', text, detail: '', path: '/admin/review', action: 'Review' }]
}

function listProposals(proposals: readonly FundProposal[]): Task[] {
  return (['add', 'close'] as const).flatMap((kind) => {
    const tickers = proposals.flatMap((each) => (each.kind === kind ? each.ticker : []))
    if (tickers.length === 0) return []
    const names = listOf(summarize(tickers))
    const text = kind === 'add' ? `Sources show funds that nobody added: ${names}.` : `${names} may be gone.`
    return [{ key: `proposals ${kind}`, text, detail: '', path: '/admin/review', action: 'Review' }]
  })
}

/** Up to three symbols, or their number. */
function summarize(tickers: readonly string[]): string[] {
  return tickers.length <= maxNamed ? [...tickers] : [countOf(tickers.length, 'fund')]
}

const maxNamed = 3

function listProblems(connections: Connections | null): Task[] {
  if (connections === null) return []
  return listHealth(connections).flatMap(({ key, name, path, status, detail }) =>
    isFaulty({ status }) ? [{ key, text: `${name} ${status}.`, detail, path, action: 'Check' }] : []
  )
}
