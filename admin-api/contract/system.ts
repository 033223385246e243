import * as z from 'zod/mini'
import { defineAction, defineEndpoint } from './endpoint.ts'
import { sourceIds } from './sources.ts'
import { connectionStatuses } from './vocabulary.ts'

/**
 * Health of the service. `degraded`: it serves with limitations, for example while the database server is away; `down`: it
 * can't serve. `reasons` are sentences, empty for `ok`.
 */
const Health = z.object({
  status: z.enum(['ok', 'degraded', 'down']),
  /** Version of the service. */
  version: z.string(),
  reasons: z.array(z.string()),
  /** Result of the last request to the second source, which does not affect `status`; null without one. */
  second_source: z.nullable(z.string()),
  /** Result of the last look at the funds' filings with the SEC, which does not affect `status`. */
  filings: z.nullable(z.string()),
  /** Sources that are on but can't be read as they should, a sentence each; they do not affect `status`. */
  sources: z._default(z.array(z.string()), []),
  /** The newest day in the data; null if it can't be read. */
  as_of: z.nullable(z.string()),
  /** Number of pages still to be written; null if it can't be read. */
  pages_waiting: z.nullable(z.number())
})
export type Health = z.infer<typeof Health>

export const readHealth = defineEndpoint('public', 'GET', '/api/health', {
  output: Health,
  statusOf: ({ status }) => (status === 'down' ? 503 : 200)
})

/**
 * Whether a load balancer should send API calls to this instance. `pages_waiting` counts pages that are not written yet
 * and doesn't affect `ready`, because older versions are served. `background_work` says which instance runs
 * collections, alerts and cleanup. Null if it can't be read.
 */
const Readiness = z.object({
  ready: z.boolean(),
  database: z.enum(['ok', 'down']),
  renderer: z.enum(['ok', 'down']),
  pages_waiting: z.nullable(z.number()),
  background_work: z.nullable(z.enum(['here', 'elsewhere', 'nobody']))
})
export type Readiness = z.infer<typeof Readiness>

export const readReadiness = defineEndpoint('public', 'GET', '/api/ready', {
  output: Readiness,
  statusOf: ({ ready }) => (ready ? 200 : 503)
})

/** Whether a load balancer should send requests for pages and files here, which need no database. */
export const readPagesReadiness = defineEndpoint('public', 'GET', '/api/ready/pages', {
  output: z.object({ ready: z.boolean() }),
  statusOf: ({ ready }) => (ready ? 200 : 503)
})

/** State of a dependency; `detail` is one sentence for the operator. */
export const Connection = z.object({ status: z.enum(connectionStatuses), detail: z.string() })
export type Connection = z.infer<typeof Connection>

/** Whether the operator should look at it. */
export function isFaulty({ status }: Pick<Connection, 'status'>): boolean {
  return status === 'degraded' || status === 'down'
}

/** State of all dependencies. The site also calls it to check whether a session is still valid. */
export const readConnections = defineEndpoint('admin', 'GET', '/api/admin/system/connections', {
  output: z.object({
    database: Connection,
    market_data: Connection,
    /** Null without a second source. */
    second_source: z.nullable(Connection),
    /** Sources of announcements, filings and holdings that are on. */
    sources: z.array(z.extend(Connection, { id: z.enum(sourceIds), name: z.string() })),
    publisher: Connection,
    renderer: Connection,
    /**
     * Whether nightly backups run, the last one was sent to its destination, its copy can be restored and the last signed day
     * was sent to its witness.
     */
    backups: Connection,
    /** Whether the witnesses cosign the signed record; null without any. */
    witnesses: z.nullable(Connection)
  })
})

/** How long data about visitors and the operator is kept; a test compares the privacy page with it. */
export const retention = {
  /** Searches, with the shortened address; all rows of 90 days at one a second would take 1.6 GB. */
  searchDays: 90,
  searchRows: 500_000,
  /** Cookie that recognizes the operator's browser. */
  deviceDays: 365,
  /** Counts of calls per network, in memory. */
  networkHours: 1,
  /** Push subscriptions to which nothing could be sent, and those of a push service that accepts nothing at all. */
  failedSubscriptionDays: 14,
  subscriptionDaysInOutage: 60,
  logDays: 400,
  logLines: 200_000
} as const

/** Settings of the environment that an installation can do without. */
export const optionalSettings = [
  'ADMIN_PASSWORD',
  'ALERT_URL',
  'BACKUP_COMMAND',
  'ANCHOR_COMMAND',
  'DRILL_COMMAND',
  'METRICS_TOKEN',
  'SITE_URL',
  'TRUST_PROXY',
  'DATABASE_URL'
] as const
export type OptionalSetting = (typeof optionalSettings)[number]

/** Which optional settings are set (their values stay on the server), and this instance's backups, newest first. */
export const readSettings = defineEndpoint('admin', 'GET', '/api/admin/system/settings', {
  output: z.object({
    version: z.string(),
    settings: z.array(z.object({ name: z.enum(optionalSettings), is_set: z.boolean() })),
    backups: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(['backup', 'before-migration', 'before-restore']),
        /** An instant. */
        made_at: z.string(),
        bytes: z.number()
      })
    )
  })
})

/** Makes a backup of the database now; the message names the file. readConnections has the result of the last one. */
export const makeBackup = defineAction('POST', '/api/admin/system/backups')

const Statement = z.string('Text is required').check(z.trim(), z.maxLength(500, 'At most 500 characters'))

/** The operator as the site names them; an empty text is shown as 'not stated'. */
export const Operator = z.object({
  name: Statement,
  /** Address or country. */
  place: Statement,
  /** Holdings of the operator in covered funds. */
  holdings: Statement,
  /** How the site is paid for, besides SUPPORT_URL. */
  funding: Statement
})
export type Operator = z.infer<typeof Operator>

export const readOperator = defineEndpoint('admin', 'GET', '/api/admin/system/operator', { output: Operator })

export const saveOperator = defineAction('PUT', '/api/admin/system/operator', Operator.shape)
