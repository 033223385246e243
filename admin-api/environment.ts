import { isIP } from 'node:net'
import * as z from 'zod'
import { isScheduleSetting } from './collection/collection-schedule.ts'
import { passwordLength } from './contract/accounts.ts'
import { isDay } from './contract/days.ts'

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

const proxyNames = ['loopback', 'linklocal', 'uniquelocal']

/** All variables, each with the allowed values as the error message words them, and its default. */
export const Environment = z.object({
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
  DRILL_COMMAND: optional(
    'a shell command in which "$1" stands for the file to write',
    z.string().regex(/\$(?:1|\{1\})/)
  ),
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
  WITNESS_HOSTS: optional(
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
  'ANCHOR_COMMAND',
  'DRILL_COMMAND'
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

/** 'a, B' -> ['a', 'b'] */
export function splitList(text: string): string[] {
  return text
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
