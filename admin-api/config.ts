import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type * as z from 'zod'
import { sourceVariables } from './collection/sources/source.ts'
import type { SourceOverrides } from './collection/sources/source-switches.ts'
import { demoPassword, type SiteInfo, siteUrlOf } from './contract/pages.ts'
import { Environment, findConfigFaults, splitList, variableNames } from './environment.ts'

/** Version of package.json; CHANGELOG.md says what changed. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8')
)

/** A browser opens six; an office may share an address. */
const connectionsPerAddress = 100

/** Whether visitors connect without a proxy. A site on https must have one, because this service speaks plain HTTP. */
function isDirect({ TRUST_PROXY, SITE_URL }: z.output<typeof Environment>): boolean {
  return toTrustProxy(TRUST_PROXY) === false && !SITE_URL?.startsWith('https:')
}

/** Settings from the environment. */
export type Config = Readonly<{
  port: number
  host: string
  dataDir: string
  /** URL of a PostgreSQL database; null: a SQLite file in dataDir. */
  databaseUrl: string | null
  databasePool: number
  /** Whether a missing database is expected. */
  mayStartEmpty: boolean
  backupDir: string
  /** Shell command that is run with each backup as $1; null: none. */
  backupCommand: string | null
  /** Shell command that is run with each day's signed root as $1; null: none. */
  anchorCommand: string | null
  /** Shell command that fetches the copy of the backup named $2 to the file $1, to restore it for trial; null: none. */
  drillCommand: string | null
  buildDir: string
  siteDir: string
  /** Origin without trailing slash. */
  siteUrl: string
  /** Value of Express's `trust proxy` setting. */
  trustProxy: boolean | number | string
  /** Time in which a proxy notices a stop, before connections are refused. */
  stopDelayMs: number
  maxConnections: number
  /** Null behind a proxy, which has one address for all visitors and limits of its own. */
  maxConnectionsPerAddress: number | null
  logLevel: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
  supportUrl: string
  socialUrl: string
  contactEmail: string
  /** Names of this service besides that of SITE_URL. */
  siteHosts: readonly string[]
  previewHosts: readonly string[]
  /** Push services of the operator's own, with ports. */
  pushHosts: readonly string[]
  /** Further hosts with ports that may be witnesses. */
  witnessHosts: readonly string[]
  marketData: 'auto' | 'yahoo' | 'nasdaq' | 'embedded'
  /** Switches of sources set by the environment; they win over the operator's. */
  sourceOverrides: SourceOverrides
  /** Day that a demonstration shows, on embedded figures; null: today. */
  demoDay: string | null
  /** Setting of createSchedule(). */
  collectCron: string | null
  /** Webhook for outages; null: none. */
  alertUrl: string | null
  /** Lets other machines read /metrics; null: only this machine may. */
  metricsToken: string | null
  /** Null: a password is generated at the first start. That of a demo is public. */
  adminPassword: string | null
  /** Names of the variables that are set. */
  givenVariables: readonly string[]
}>

/** @throws Error with the sentence about the first wrong variable */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) throw new Error(findConfigFaults(environment)[0]?.sentence)
  const values = parsed.data
  const isDemo = values.DEMO !== null
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    mayStartEmpty: values.NEW_DATABASE === 'true',
    backupDir: resolve(values.BACKUP_DIR ?? join(values.DATA_DIR, 'backups')),
    backupCommand: values.BACKUP_COMMAND,
    anchorCommand: values.ANCHOR_COMMAND,
    drillCommand: values.DRILL_COMMAND,
    buildDir: resolve(values.BUILD_DIR),
    siteDir: resolve(values.SITE_DIR),
    siteUrl: siteUrlOf(environment),
    trustProxy: toTrustProxy(values.TRUST_PROXY),
    stopDelayMs: 1000 * (values.STOP_DELAY ?? defaultStopDelay(values.TRUST_PROXY)),
    maxConnections: values.MAX_CONNECTIONS,
    maxConnectionsPerAddress: isDirect(values) ? connectionsPerAddress : null,
    logLevel: values.LOG_LEVEL,
    supportUrl: values.SUPPORT_URL,
    socialUrl: values.SOCIAL_URL,
    contactEmail: values.CONTACT_EMAIL,
    siteHosts: Object.freeze(splitList(values.SITE_HOSTS ?? '')),
    previewHosts: Object.freeze(splitList(values.PREVIEW_HOSTS ?? '')),
    witnessHosts: Object.freeze(splitList(values.WITNESS_HOSTS ?? '')),
    pushHosts: Object.freeze(splitList(values.PUSH_HOSTS ?? '')),
    marketData: isDemo ? 'embedded' : values.MARKET_DATA,
    sourceOverrides: Object.freeze({
      given: Object.freeze(givenSourceVariables(values, environment)),
      // Not an example (RFC 2606).
      hasContact: !values.CONTACT_EMAIL.endsWith('.example')
    }),
    demoDay: values.DEMO,
    collectCron: isDemo ? 'off' : values.COLLECT_CRON,
    alertUrl: values.ALERT_URL,
    metricsToken: values.METRICS_TOKEN,
    adminPassword: isDemo ? demoPassword : values.ADMIN_PASSWORD,
    givenVariables: Object.freeze(variableNames.filter((name) => Boolean(environment[name])))
  })
}

/** Variables about sources that are set; a demo requests nothing. */
function givenSourceVariables(
  values: z.output<typeof Environment>,
  environment: Record<string, string | undefined>
): SourceOverrides['given'] {
  const given = sourceVariables.filter((name) => Boolean(environment[name]))
  const entries = given.map((name) => [name, values[name] ?? ''] as const)
  return { ...Object.fromEntries(entries), ...(values.DEMO !== null && { MARKET_DATA: 'embedded' }) }
}

/** Facts about the site that pages show. */
export function siteInfoOf({ siteUrl, socialUrl, supportUrl, contactEmail }: Config): SiteInfo {
  return { url: siteUrl, socialUrl, supportUrl, contactEmail }
}

/** Folders that the service writes to, each with its variable. */
export function foldersOf({ dataDir, siteDir, backupDir }: Config) {
  return [
    { variable: 'DATA_DIR', path: dataDir },
    { variable: 'SITE_DIR', path: siteDir },
    { variable: 'BACKUP_DIR', path: backupDir }
  ]
}

/** @throws Error with one sentence if one of the folders is a file, or in one */
export function requireFolders(config: Config): void {
  for (const { variable, path } of foldersOf(config))
    if (isInFile(path))
      throw new Error(`${variable} must be a folder, and ${path} is a file or in one: name another folder.`)
}

function isInFile(path: string): boolean {
  if (!existsSync(path)) return path !== dirname(path) && isInFile(dirname(path))
  return !statSync(path).isDirectory()
}

function toTrustProxy(text: string): boolean | number | string {
  if (text === 'false') return false
  return /^\d$/.test(text) ? Number(text) : text
}

/** Twice the interval at which the Caddyfile checks instances; without a proxy nobody would notice. */
function defaultStopDelay(trustProxy: string): number {
  return toTrustProxy(trustProxy) === false ? 0 : 4
}
