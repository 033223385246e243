import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, requireFolders, version } from './config.ts'
import { findConfigFaults } from './environment.ts'

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toEqual({
    port: 4321,
    host: '127.0.0.1',
    dataDir: resolve('var'),
    databaseUrl: null,
    databasePool: 10,
    mayStartEmpty: false,
    backupDir: resolve('var/backups'),
    backupCommand: null,
    anchorCommand: null,
    drillCommand: null,
    buildDir: resolve('dist'),
    siteDir: resolve('dist/client'),
    siteUrl: 'http://localhost:4321',
    trustProxy: false,
    stopDelayMs: 0,
    maxConnections: 1000,
    maxConnectionsPerAddress: 100,
    logLevel: 'warn',
    supportUrl: 'https://buymeacoffee.com/doubloon',
    socialUrl: 'https://x.com/doubloon',
    contactEmail: 'ahoy@doubloon.example',
    siteHosts: [],
    previewHosts: [],
    pushHosts: [],
    witnessHosts: [],
    marketData: 'auto',
    sourceOverrides: { given: {}, hasContact: false },
    demoDay: null,
    collectCron: null,
    alertUrl: null,
    metricsToken: null,
    adminPassword: null,
    givenVariables: []
  })
})

test('filings are read with a real contact only', () => {
  const contact = { CONTACT_EMAIL: 'operator@doubloon.test' }
  expect(readConfig(contact).sourceOverrides).toEqual({ given: {}, hasContact: true })
  expect(readConfig({ ...contact, FILINGS: 'off' }).sourceOverrides.given).toEqual({ FILINGS: 'off' })
  expect(readConfig({ CONTACT_EMAIL: 'ahoy@doubloon.example' }).sourceOverrides.hasContact).toBe(false)
})

test('variables about sources are overrides only if they are set, and a demo requests nothing', () => {
  const given = { MARKET_DATA: 'auto', ANNOUNCEMENTS: 'on', ARCHIVE: '' }
  expect(readConfig(given).sourceOverrides.given).toEqual({ MARKET_DATA: 'auto', ANNOUNCEMENTS: 'on' })
  expect(readConfig({ DEMO: '2026-08-28' }).sourceOverrides.given).toEqual({ MARKET_DATA: 'embedded' })
})

test('every variable is read, and an empty one counts as not set', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '::1',
    SITE_URL: 'https://doubloon.example/',
    TRUST_PROXY: 'loopback, 10.0.0.0/8',
    PREVIEW_HOSTS: 'Staging.example, test.example',
    CONTACT_EMAIL: ''
  })
  expect(config).toMatchObject({
    port: 0,
    host: '::1',
    siteUrl: 'https://doubloon.example',
    trustProxy: 'loopback, 10.0.0.0/8',
    maxConnectionsPerAddress: null,
    previewHosts: ['staging.example', 'test.example'],
    contactEmail: 'ahoy@doubloon.example'
  })
  expect(readConfig({ TRUST_PROXY: '2' })).toMatchObject({ trustProxy: 2, stopDelayMs: 4000 })
  expect(readConfig({ TRUST_PROXY: '2', STOP_DELAY: '0' }).stopDelayMs).toBe(0)
  expect(readConfig({ COLLECT_CRON: '30 18 * * 1-5' }).collectCron).toBe('30 18 * * 1-5')
  expect(readConfig({ COLLECT_CRON: 'off' }).collectCron).toBe('off')
  expect(readConfig({ ALERT_URL: 'https://ntfy.sh/ship' }).alertUrl).toBe('https://ntfy.sh/ship')
})

test('without SITE_URL the site is at PORT on this machine', () => {
  expect(readConfig({ PORT: '8080' }).siteUrl).toBe('http://localhost:8080')
  expect(readConfig({ PORT: '8080', SITE_URL: 'https://doubloon.example' }).siteUrl).toBe(
    'https://doubloon.example'
  )
  // A free port is known only after pages are built.
  expect(readConfig({ PORT: '0' }).siteUrl).toBe('http://localhost:4321')
})

test('the version matches the lock file, and released ones in the changelog have their date', () => {
  const headings = readFileSync('CHANGELOG.md', 'utf8').match(/^## .*$/gm) ?? []
  expect(headings[0]).toBe('## Unreleased')
  expect(headings.slice(1).filter((line) => !/^## \d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/.test(line))).toEqual([])
  expect(JSON.parse(readFileSync('package-lock.json', 'utf8')).version).toBe(version)
})

test('the config is frozen', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true)
})

test.each([
  ['PORT', 'eighty', 'a whole number from 0 to 65535'],
  ['PORT', '70000', 'a whole number from 0 to 65535'],
  ['PORT', '80.5', 'a whole number from 0 to 65535'],
  ['PORT', ' ', 'a whole number from 0 to 65535'],
  ['HOST', 'my host', 'a host name or address'],
  ['SITE_URL', 'doubloon.example', 'an http or https origin without a path'],
  ['SITE_URL', 'https://doubloon.example/app', 'an http or https origin without a path'],
  ['TRUST_PROXY', 'true', 'false, the number of proxies in front (1 to 9), or a list of their addresses'],
  ['TRUST_PROXY', '10.0.0', 'false, the number of proxies in front (1 to 9), or a list of their addresses'],
  [
    'TRUST_PROXY',
    '10.0.0.0/99',
    'false, the number of proxies in front (1 to 9), or a list of their addresses'
  ],
  ['TRUST_PROXY', '::1/129', 'false, the number of proxies in front (1 to 9), or a list of their addresses'],
  ['MAX_CONNECTIONS', 'many', 'a whole number from 10 to 100000'],
  ['MAX_CONNECTIONS', '0', 'a whole number from 10 to 100000'],
  ['DATABASE_POOL', '1', 'a whole number from 2 to 500'],
  ['LOG_LEVEL', 'loud', 'one of silent, fatal, error, warn, info, debug, trace'],
  ['SUPPORT_URL', 'javascript:alert(1)', 'an http or https address'],
  ['SOCIAL_URL', 'x.com/doubloon', 'an http or https address'],
  ['ALERT_URL', 'ntfy.sh/ship', 'an http or https address'],
  ['CONTACT_EMAIL', 'ahoy', 'an e-mail address'],
  ['PREVIEW_HOSTS', 'https://staging.example', 'host names with commas between them'],
  ['FILINGS', 'yes', 'on or off'],
  ['ARCHIVE', 'no', 'on or off'],
  ['MARKET_DATA', 'bloomberg', 'auto, yahoo, nasdaq or embedded'],
  ['COLLECT_CRON', 'daily', 'a cron pattern of five fields, off or empty'],
  ['COLLECT_CRON', '0 0 18 * * 1-5', 'a cron pattern of five fields, off or empty'],
  ['COLLECT_CRON', '61 18 * * *', 'a cron pattern of five fields, off or empty'],
  ['COLLECT_CRON', '0 18 30 2 *', 'a cron pattern of five fields, off or empty']
])('%s=%s is refused in one sentence', (name, value, allowed) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    `${name} must be ${allowed}, got ${JSON.stringify(value)}.`
  )
})

test.each([1, 9, 1001])('a password of %s characters is refused, and not printed', (length) => {
  expect(() => readConfig({ ADMIN_PASSWORD: 'x'.repeat(length) })).toThrow(
    `ADMIN_PASSWORD must be 10 to 1000 characters, got ${length} characters.`
  )
})

test.each([10, 1000])('a password of %s characters is accepted', (length) => {
  expect(readConfig({ ADMIN_PASSWORD: 'x'.repeat(length) }).adminPassword).toHaveLength(length)
})

test('a token is read, an invalid one is not printed, and the key of a former source is ignored', () => {
  expect(readConfig({ METRICS_TOKEN: '0123456789' }).metricsToken).toBe('0123456789')
  for (const token of ['012345678', '01234 56789'])
    expect(() => readConfig({ METRICS_TOKEN: token })).toThrow(
      `METRICS_TOKEN must be 10 or more printable characters without blanks, got ${token.length} characters.`
    )
  expect(readConfig({ MASSIVE_KEY: 'my k3y' })).toEqual(readConfig({}))
})

test('the database URL is read, and an invalid one is not printed', () => {
  const url = 'postgres://doubloon:secret@db.example/doubloon'
  expect(readConfig({ DATABASE_URL: url, DATABASE_POOL: '40' })).toMatchObject({
    databaseUrl: url,
    databasePool: 40
  })
  expect(() => readConfig({ DATABASE_URL: 'mysql://root:secret@db.example' })).toThrow(
    'DATABASE_URL must be the address of a PostgreSQL database, postgres://user:password@host/name, got 30 characters.'
  )
})

test('all wrong variables are reported at once', () => {
  expect(findConfigFaults({ PORT: 'lots', LOG_LEVEL: 'loud', HOST: '::1' })).toEqual([
    { variable: 'PORT', sentence: 'PORT must be a whole number from 0 to 65535, got "lots".' },
    {
      variable: 'LOG_LEVEL',
      sentence: 'LOG_LEVEL must be one of silent, fatal, error, warn, info, debug, trace, got "loud".'
    }
  ])
})

test('backups go to BACKUP_DIR or DATA_DIR/backups, and a BACKUP_COMMAND without "$1" is refused', () => {
  expect(readConfig({ DATA_DIR: '/srv/doubloon' }).backupDir).toBe('/srv/doubloon/backups')
  expect(readConfig({ DATA_DIR: '/srv/doubloon', BACKUP_DIR: '/mnt/copies' }).backupDir).toBe('/mnt/copies')
  const command = 'rclone copy "$1" vault:doubloon'
  expect(readConfig({ BACKUP_COMMAND: command }).backupCommand).toBe(command)
  expect(() => readConfig({ BACKUP_COMMAND: 'curl -u me:secret -T copy.sqlite ftp://vault' })).toThrow(
    /^BACKUP_COMMAND must be a shell command in which "\$1" stands for the file, got \d+ characters\.$/
  )
})

test.each(['DATA_DIR', 'SITE_DIR', 'BACKUP_DIR'])('%s can’t be a file, or in one', (variable) => {
  for (const path of [resolve('package.json'), resolve('package.json/data')])
    expect(() =>
      requireFolders(readConfig({ [variable]: path, ...(variable === 'DATA_DIR' && { BACKUP_DIR: 'var' }) }))
    ).toThrow(`${variable} must be a folder, and ${path} is a file or in one: name another folder.`)
})

test('a demo has its public password, whatever the settings of a live site say', () => {
  expect(readConfig({ DEMO: '2026-08-28', ADMIN_PASSWORD: 'black-pearl-7' }).adminPassword).toBe('demo')
})
