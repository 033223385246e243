import { existsSync, readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { isScheduleSetting } from './collection/collection-schedule.ts'
import { sourceVariables } from './collection/sources/source.ts'
import type { SourceOverrides } from './collection/sources/source-switches.ts'
import { passwordLength } from './contract/accounts.ts'
import { isDay } from './contract/days.ts'
import { demoPassword, type SiteInfo, siteUrlOf } from './contract/pages.ts'

/** Version of package.json; CHANGELOG.md says what changed. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8')
)

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

const proxyNames = ['loopback', 'linklocal', 'uniquelocal']

/** All variables, each with the allowed values as the error message words them, and its default. */
const Environment = z.object({
  PORT: wholeNumber(0, 65_535, '4321'),
  HOST: setting('a host name or address', z.string().regex(/^\S+$/), '127.0.0.1'),
  DATA_DIR: setting('a folder', z.string(), 'var'),
  DATABASE_URL: optional(
    'the address of a PostgreSQL database, postgres://user:password@host/name',
    z.string().regex(/^postgres(?:ql)?:\/\/[^\s/]+\/[^\s/]+$/)
  ),
  DATABASE_POOL: wholeNumber(2, 500, '10'),
  BACKUP_DIR: optional('a folder', z.string()),
  BACKUP_COMMAND: optional(
    'a shell command in which "$1" stands for the file',
    z.string().regex(/\$(?:1|\{1\})/)
  ),
  ANCHOR_COMMAND: optional('a shell command', z.string()),
  BUILD_DIR: setting('a folder', z.string(), 'dist'),
  SITE_DIR: setting('a folder', z.string(), 'dist/client'),
  SITE_URL: optional(
    'an http or https origin without a path',
    z.string().regex(/^https?:\/\/[^/?#\s@]+\/?$/)
  ),
  TRUST_PROXY: setting(
    'false, the number of proxies in front (1 to 9), or a list of their addresses',
    z.string().refine(namesProxies),
    'false'
  ),
  STOP_DELAY: optional('a number of seconds from 0 to 60', numberBetween(0, 60)),
  MAX_CONNECTIONS: wholeNumber(10, 100_000, '1000'),
  LOG_LEVEL: setting(`one of ${logLevels.join(', ')}`, z.enum(logLevels), 'warn'),
  SUPPORT_URL: setting('an http or https address', webAddress(), 'https://buymeacoffee.com/doubloon'),
  SOCIAL_URL: setting('an http or https address', webAddress(), 'https://x.com/doubloon'),
  CONTACT_EMAIL: setting('an e-mail address', z.email(), 'ahoy@doubloon.example'),
  PREVIEW_HOSTS: optional(
    'host names with commas between them',
    z.string().regex(/^[\w.-]+(?:\s*,\s*[\w.-]+)*$/)
  ),
  SITE_HOSTS: optional(
    'host names with commas between them',
    z.string().regex(/^[\w.-]+(?:\s*,\s*[\w.-]+)*$/)
  ),
  PUSH_HOSTS: optional(
    'host names or addresses with optional ports and commas between them',
    z.string().regex(/^[\w.-]+(?::\d+)?(?:\s*,\s*[\w.-]+(?::\d+)?)*$/)
  ),
  NEW_DATABASE: setting('true or false', z.enum(['true', 'false']), 'false'),
  MARKET_DATA: setting(
    'auto, yahoo, nasdaq or embedded',
    z.enum(['auto', 'yahoo', 'nasdaq', 'embedded']),
    'auto'
  ),
  ANNOUNCEMENTS: optional('on or off', z.enum(['on', 'off'])),
  DEMO: optional('a day as YYYY-MM-DD', z.string().refine(isDay)),
  COLLECT_CRON: optional('a cron pattern of five fields, off or empty', z.string().refine(isScheduleSetting)),
  ALERT_URL: optional('an http or https address', webAddress()),
  METRICS_TOKEN: optional(
    '10 or more printable characters without blanks',
    z.string().regex(/^[\x21-\x7e]{10,}$/)
  ),
  FILINGS: optional('on or off', z.enum(['on', 'off'])),
  ARCHIVE: optional('on or off', z.enum(['on', 'off'])),
  ADMIN_PASSWORD: optional(
    `${passwordLength.least} to ${passwordLength.most} characters`,
    z.string().min(passwordLength.least).max(passwordLength.most)
  )
})

export const variableNames: readonly string[] = Object.keys(Environment.shape)

/** Error messages show only the length of these values. */
const secrets: readonly string[] = [
  'ADMIN_PASSWORD',
  'METRICS_TOKEN',
  'DATABASE_URL',
  'BACKUP_COMMAND',
  'ANCHOR_COMMAND'
]

/** Returns variables with a wrong value, each with a sentence: name, allowed values, actual value. */
export function findConfigFaults(
  environment: Record<string, string | undefined>
): { variable: string; sentence: string }[] {
  const { error } = Environment.safeParse(environment)
  return (error?.issues ?? []).map(({ path, message }) => {
    const variable = String(path[0])
    const text = environment[variable]
    const got = secrets.includes(variable) ? `${text?.length} characters` : JSON.stringify(text)
    return { variable, sentence: `${variable} must be ${message}, got ${got}.` }
  })
}

/** A browser opens six; an office may share an address. */
const connectionsPerAddress = 100

/** Whether visitors connect without a proxy. A site on https must have one, because this service speaks plain HTTP. */
function isDirect({ TRUST_PROXY, SITE_URL }: z.output<typeof Environment>): boolean {
  return toTrustProxy(TRUST_PROXY) === false && !SITE_URL?.startsWith('https:')
}

/** @throws Error with the sentence about the first wrong variable */
export function readConfig(environment: Record<string, string | undefined>) {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) throw new Error(findConfigFaults(environment)[0]?.sentence)
  const values = parsed.data
  const isDemo = values.DEMO !== null
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    /** URL of a PostgreSQL database; null: a SQLite file in dataDir. */
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    /** Whether a missing database is expected. */
    mayStartEmpty: values.NEW_DATABASE === 'true',
    backupDir: resolve(values.BACKUP_DIR ?? join(values.DATA_DIR, 'backups')),
    /** Shell command that is run with each backup as $1; null: none. */
    backupCommand: values.BACKUP_COMMAND,
    /** Shell command that is run with each day's signed root as $1; null: none. */
    anchorCommand: values.ANCHOR_COMMAND,
    buildDir: resolve(values.BUILD_DIR),
    siteDir: resolve(values.SITE_DIR),
    /** Origin without trailing slash. */
    siteUrl: siteUrlOf(environment),
    /** Value of Express's `trust proxy` setting. */
    trustProxy: toTrustProxy(values.TRUST_PROXY),
    /** Time in which a proxy notices a stop, before connections are refused. */
    stopDelayMs: 1000 * (values.STOP_DELAY ?? defaultStopDelay(values.TRUST_PROXY)),
    maxConnections: values.MAX_CONNECTIONS,
    /** Null behind a proxy, which has one address for all visitors and limits of its own. */
    maxConnectionsPerAddress: isDirect(values) ? connectionsPerAddress : null,
    logLevel: values.LOG_LEVEL,
    supportUrl: values.SUPPORT_URL,
    socialUrl: values.SOCIAL_URL,
    contactEmail: values.CONTACT_EMAIL,
    /** Names of this service besides that of SITE_URL. */
    siteHosts: Object.freeze(splitList(values.SITE_HOSTS ?? '')),
    previewHosts: Object.freeze(splitList(values.PREVIEW_HOSTS ?? '')),
    /** Push services of the operator's own, with ports. */
    pushHosts: Object.freeze(splitList(values.PUSH_HOSTS ?? '')),
    marketData: isDemo ? 'embedded' : values.MARKET_DATA,
    /** What the environment decides about sources, before the operator's switches. */
    sourceOverrides: Object.freeze({
      given: Object.freeze(givenSourceVariables(values, environment)),
      // Not an example (RFC 2606).
      hasContact: !values.CONTACT_EMAIL.endsWith('.example')
    }),
    /** Day that a demonstration shows, on embedded figures; null: today. */
    demoDay: values.DEMO,
    /** Setting of createSchedule(). */
    collectCron: isDemo ? 'off' : values.COLLECT_CRON,
    /** Webhook for outages; null: none. */
    alertUrl: values.ALERT_URL,
    /** Lets other machines read /metrics; null: only this machine may. */
    metricsToken: values.METRICS_TOKEN,
    /** Null: a password is generated at the first start. That of a demo is public. */
    adminPassword: isDemo ? demoPassword : values.ADMIN_PASSWORD,
    givenVariables: Object.freeze(variableNames.filter((name) => Boolean(environment[name])))
  })
}

export type Config = ReturnType<typeof readConfig>

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

/** A variable that is null while it is unset. An empty one counts as unset. */
function optional<Value extends z.ZodType>(allowed: string, value: Value) {
  return z
    .string()
    .optional()
    .transform((text, context): z.output<Value> | null => {
      if (!text) return null
      const parsed = value.safeParse(text)
      if (parsed.success) return parsed.data
      context.addIssue({ code: 'custom', message: allowed })
      return z.NEVER
    })
}

function setting<Value extends z.ZodType>(allowed: string, value: Value, byDefault: string) {
  return optional(allowed, value).transform((given) => given ?? value.parse(byDefault))
}

function wholeNumber(least: number, most: number, byDefault: string) {
  return setting(`a whole number from ${least} to ${most}`, numberBetween(least, most), byDefault)
}

function numberBetween(least: number, most: number) {
  return z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((number) => number >= least && number <= most)
}

function webAddress() {
  return z.url({ protocol: /^https?$/ })
}

function namesProxies(text: string): boolean {
  if (/^(?:false|[1-9])$/.test(text)) return true
  return splitList(text).every((part) => proxyNames.includes(part) || isNetwork(part))
}

/** Whether this is an address, or one with the length of a prefix that it can have. */
function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/')
  const version = isIP(address)
  if (version === 0 || bits === undefined) return version !== 0
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

function toTrustProxy(text: string): boolean | number | string {
  if (text === 'false') return false
  return /^\d$/.test(text) ? Number(text) : text
}

/** Twice the interval at which the Caddyfile checks instances; without a proxy nobody would notice. */
function defaultStopDelay(trustProxy: string): number {
  return toTrustProxy(trustProxy) === false ? 0 : 4
}

function splitList(text: string): string[] {
  return text
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
