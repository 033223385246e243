import { useState } from 'react'
import { type ManagedSource, readSources, setSource } from '../../../admin-api/contract/sources.ts'
import { isFaulty } from '../../../admin-api/contract/system.ts'
import { formatCount, formatNewYorkTime } from '../../lib/format.ts'
import { useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin, showOutcome } from '../../login/admin-session.ts'
import { Checkbox } from '../../ui/Field.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { TaskButton } from '../TaskButton.tsx'

const refreshEveryMs = 30_000

/** Sources outside of the service; the pages that show them share one request. */
export function useSources() {
  return useAdminQuery(readSources, {}, refreshEveryMs)
}

/** What each source brings, its use and terms, and its switch, which works at once. */
export function Sources() {
  const query = useSources()
  const { value } = query
  return (
    <AdminSection titleId="sources-title" title="Sources" query={query} waiting="Loading sources...">
      <p className="muted text-s below-4">
        A switch works at once. The site is complete without the sources that are off: other sources report
        the same payments later.
      </p>
      {value?.can_collect === false && (
        <p className="below-3">
          MARKET_DATA=embedded turns all sources off. Remove it and restart the service to use them.
        </p>
      )}
      <ul className="sources grid gap-5">
        {value?.sources.map((source) => (
          <li key={source.id}>
            <Source source={source} />
          </li>
        ))}
      </ul>
    </AdminSection>
  )
}

function Source({ source }: { source: ManagedSource }) {
  const { name, brings, terms, is_on, obstacle, health } = source
  const problem = obstacle ?? (health !== null && isFaulty(health) ? health.detail : null)
  const tone = !is_on ? 'neutral' : problem === null ? 'good' : health?.status === 'down' ? 'bad' : 'warning'
  return (
    <section className="stack gap-1" aria-labelledby={`source-${source.id}`}>
      <h3 className="row items-center gap-2 semibold" id={`source-${source.id}`}>
        {name}{' '}
        <StatusBadge tone={tone}>{!is_on ? 'Off' : obstacle === null ? 'On' : 'On, not read'}</StatusBadge>
      </h3>
      <p>{brings}</p>
      <p className="muted text-s">
        {terms.sentence}{' '}
        <a href={terms.url} rel="noreferrer">
          Terms<span className="visually-hidden"> of {name}</span>
        </a>
      </p>
      {problem !== null && is_on && <p className="text-s">{problem}</p>}
      <p className="muted tabular text-s">{formatUse(source)}</p>
      <Switch source={source} />
    </section>
  )
}

/** 'Last read November 28, 2026, 9:20 AM EST. Requests today: 12 of at most 60.' */
function formatUse({ last_read_at, requests_today, most_requests, needs_permission }: ManagedSource): string {
  const read = last_read_at === null ? 'Not read yet.' : `Last read ${formatNewYorkTime(last_read_at)}.`
  const most = most_requests === null ? '' : ` of at most ${formatCount(most_requests)}`
  const off = needs_permission === null ? '' : ` Off by default. ${needs_permission}`
  return `${read} Requests today: ${formatCount(requests_today)}${most}.${off}`
}

function Switch({ source }: { source: ManagedSource }) {
  const { id, name, is_on, variable, needs_permission } = source
  const [isPermitted, setPermitted] = useState(false)
  if (variable !== null)
    return (
      <p className="text-s">
        Set by <code>{variable}</code> in the environment, which wins over this switch.
      </p>
    )
  const needsWord = needs_permission !== null && !is_on
  const turn = async () => {
    const result = await callAdmin(setSource, { id, is_on: !is_on, has_permission: needsWord && isPermitted })
    const texts = {
      done: is_on ? 'Source Off' : 'Source On',
      failed: 'Change Failed',
      sentence: `Failed to change ${name}`
    }
    // The permission ends with the switch.
    if (showOutcome(result, texts)) setPermitted(false)
  }
  return (
    <div className="row items-center gap-y-2 gap-x-4">
      {needsWord && (
        <Checkbox checked={isPermitted} onChange={(event) => setPermitted(event.target.checked)}>
          I have permission<span className="visually-hidden"> to read {name}</span>
        </Checkbox>
      )}
      <TaskButton
        text={is_on ? 'Turn off' : 'Turn on'}
        aria-label={`Turn ${is_on ? 'off' : 'on'} ${name}`}
        task={turn}
      />
    </div>
  )
}
