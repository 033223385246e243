import './logs.css'
import { useState } from 'react'
import {
  type AdminLog,
  clearLogs,
  defaultLogLimit,
  logPageSizes,
  readLogs
} from '../../../admin-api/contract/admin-log.ts'
import { retention } from '../../../admin-api/contract/system.ts'
import {
  type LogAction,
  type LogCategory,
  type LogLevel,
  logActions,
  logCategories,
  logLevels
} from '../../../admin-api/contract/vocabulary.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatCount, formatInstant } from '../../lib/format.ts'
import { callAdmin, showOutcome } from '../../login/admin-session.ts'
import { Button } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Field } from '../../ui/Field.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminSection, QueryFailure } from '../AdminSection.tsx'
import { detailsOf, optionsOf, readable } from '../code-words.ts'
import { ChoiceFilter, DayFilter, Filters, TickerFilter } from '../Filters.tsx'
import { FundMessage } from '../FundMessage.tsx'
import { chosenFilters, type ListQuery, usePagedList } from '../list-query.ts'
import { TaskButton } from '../TaskButton.tsx'

/** The admin log: actions of the operator, and events of the service. */
export function Logs() {
  const [isOpen, setOpen] = useState(true)
  return (
    <AdminSection
      titleId="logs-title"
      title="Admin Logs"
      tools={
        <Button
          variant="chip"
          aria-expanded={isOpen}
          aria-controls="log-list"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide Logs' : 'Show Logs'}
        </Button>
      }
    >
      <div id="log-list" className="stack gap-4" hidden={!isOpen}>
        {isOpen && <LogList />}
      </div>
    </AdminSection>
  )
}

export const logRules = {
  initial: {
    /** Lines per page. */
    limit: defaultLogLimit as (typeof logPageSizes)[number],
    level: '' as LogLevel | '',
    category: '' as LogCategory | '',
    action: '' as LogAction | '',
    ticker: '',
    /** Text in the message. */
    q: '',
    /** First and last day in the operator's time zone, YYYY-MM-DD. */
    from: '',
    to: ''
  },
  settings: ['limit'] as const
}

export function toLogInput({ filters, page }: ListQuery<typeof logRules.initial>) {
  const { from, to, ...others } = chosenFilters(filters)
  return {
    offset: (page - 1) * filters.limit,
    limit: filters.limit,
    ...others,
    ...(from !== undefined && { from: startOfDay(from, 0) }),
    ...(to !== undefined && { before: startOfDay(to, 1) })
  }
}

/** Returns the start of a day in the local time zone; `offset` adds days. */
function startOfDay(day: string, offset: number): string {
  const start = new Date(`${day}T00:00`)
  start.setDate(start.getDate() + offset)
  return start.toISOString()
}

const logList = {
  endpoint: readLogs,
  rules: logRules,
  toInput: toLogInput,
  totalOf: ({ total }: { total: number }) => total,
  refreshEveryMs: 30_000
}

function LogList() {
  const list = usePagedList(logList)
  const { value, total, isLoading, isFiltered } = list
  return (
    <>
      <Filters legend="Filter log lines" list={list}>
        <Field
          type="search"
          label="Search"
          placeholder="Text in the message"
          maxLength={100}
          value={list.filters.q}
          onChange={({ target }) => list.choose({ q: target.value })}
        />
        <DayFilter name="from" label="From" />
        <DayFilter name="to" label="To" />
        <ChoiceFilter name="level" label="Level" options={optionsOf(logLevels)} />
        <ChoiceFilter name="category" label="Category" options={optionsOf(logCategories)} />
        <ChoiceFilter name="action" label="Action" options={optionsOf(logActions)} />
        <TickerFilter label="Ticker in the log" />
        <ChoiceFilter
          name="limit"
          label="Lines per page"
          options={logPageSizes.map((size) => [`${size}`, `${size}`])}
          isSetting
        />
      </Filters>
      <div className="row items-center between gap-y-2 gap-x-4" ref={list.listTop}>
        <p className="text-s semibold tabular">
          {total !== null && `${countOf(total, 'line')}${isFiltered ? ' with these filters' : ' in all'}`}
        </p>
        <TaskButton
          className="chip--danger"
          text="Clear All Logs"
          question={{
            title: 'Clear all logs?',
            message: 'All lines are deleted, including those that the filters hide. This can’t be undone.',
            confirmText: 'Clear All Logs'
          }}
          task={async () =>
            showOutcome(await callAdmin(clearLogs, {}), {
              done: 'Logs Cleared',
              failed: 'Clear Logs Failed',
              sentence: 'Failed to clear logs'
            })
          }
        />
      </div>
      <QueryFailure query={list} />
      {value === null && isLoading && (
        <p className="muted text-center" role="status">
          Loading logs...
        </p>
      )}
      {value !== null && value.logs.length === 0 && (
        <p className="muted text-center">No logs found with the current filters</p>
      )}
      {value !== null && value.logs.length > 0 && (
        <ol className="logs__lines" aria-label="Log lines, newest first" aria-busy={isLoading}>
          {value.logs.map((log) => (
            <LogLine key={log.id} log={log} />
          ))}
        </ol>
      )}
      <p className="muted text-s">
        Lines are kept for {retention.logDays} days, at most {formatCount(retention.logLines)} of them.
        Decisions about payments remain after their lines are deleted.
      </p>
      {value !== null && <Pager label="Log pages" {...list} />}
    </>
  )
}

const tones = { INFO: 'neutral', WARNING: 'warning', ERROR: 'bad' } as const satisfies Record<
  LogLevel,
  string
>

function LogLine({ log }: { log: AdminLog }) {
  const { timestamp, level, category, action, ticker, user_id, ip_address } = log
  const details = detailsOf(log.metadata ?? {})
  return (
    <li className={`log-line grid pad-y-2 text-s log-line--${tones[level]}`}>
      <time className="muted text-xs tabular" dateTime={timestamp} title={timestamp}>
        {formatInstant(timestamp)}
      </time>{' '}
      <span>
        <StatusBadge tone={tones[level]}>{level}</StatusBadge>
      </span>
      <div className="log-line__words anywhere">
        <p>{ticker === null ? log.message : <FundMessage ticker={ticker} message={log.message} />}</p>
        <p className="middots row gap-x-3 muted text-xs tabular">
          <span>{readable(category)}</span> <span>{readable(action)}</span>{' '}
          <span>by {user_id ?? 'the service'}</span> {ip_address !== null && <span>from {ip_address}</span>}
        </p>
        {details.length > 0 && (
          <Disclosure
            summary={
              <>
                Details<span className="visually-hidden"> of {log.message}</span>
              </>
            }
          >
            <dl className="log-line__details tabular">
              {details.map(({ name, value }) => (
                <div key={name} className="grid gap-x-4">
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </Disclosure>
        )}
      </div>
    </li>
  )
}
