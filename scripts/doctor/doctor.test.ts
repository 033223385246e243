import { copyFile, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MarketDataError } from '../../admin-api/collection/sources/market-data.ts'
import { sources } from '../../admin-api/collection/sources/register.ts'
import { judgeSwitch } from '../../admin-api/collection/sources/source-switches.ts'
import type { SourceId } from '../../admin-api/contract/sources.ts'
import { changeLastBackup } from '../../admin-api/platform/database/backups/last-backup.ts'
import { writeMeta } from '../../admin-api/platform/database/meta.db.ts'
import { openDatabase } from '../../admin-api/platform/database/open.ts'
import { databaseFileIn } from '../../admin-api/platform/database/private-files.ts'
import { writeTransaction } from '../../admin-api/platform/database/write-transaction.ts'
import { closeServer } from '../../admin-api/platform/http/listen.ts'
import { copySqlite } from '../../admin-api/testing/database.ts'
import { sendTo } from '../../admin-api/testing/yahoo-server.ts'
import { checkDatabase } from './check-database.ts'
import { checkBackupCommand, checkConfiguration, withoutFaults, withUnit } from './check-environment.ts'
import {
  checkClock,
  checkDisks,
  checkNodeVersion,
  checkPort,
  checkWriteRights,
  judgeDisk
} from './check-machine.ts'
import { checkProxy, checkSite, checkSource } from './check-service.ts'
import { checkEachSource } from './check-sources.ts'
import { runChecks } from './finding.ts'

const now = new Date('2026-06-02T12:00:00Z')
let folder: string
let server: Server | null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-doctor-'))
  server = null
})
afterEach(async () => {
  if (server !== null) await closeServer(server)
  await rm(folder, { recursive: true, force: true })
})

/** Starts a server. @returns its address */
async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An address without a listener. */
const unusedAddress = 'http://127.0.0.1:9'

test('every invalid variable is named, and the others remain', () => {
  const environment = { PORT: 'lots', DATABASE_POOL: '1', HOST: '::1' }
  expect(checkConfiguration(environment).map(({ status, detail }) => [status, detail])).toEqual([
    ['failed', 'PORT must be a whole number from 0 to 65535, got "lots". Correct or remove it.'],
    ['failed', 'DATABASE_POOL must be a whole number from 2 to 500, got "1". Correct or remove it.']
  ])
  expect(withoutFaults(environment)).toEqual({ HOST: '::1' })
  expect(checkConfiguration({ HOST: '::1' })).toMatchObject([{ status: 'ok' }])
})

test.each([
  ['MARKETDATA', 'MARKET_DATA'],
  ['Site_Url', 'SITE_URL'],
  ['BACKUP_COMAND', 'BACKUP_COMMAND'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['HOSTNAME', null],
  ['LOGNAME', null],
  ['PORTS', null]
])('for the unknown variable %s, %s is suggested', (name, meant) => {
  expect(checkConfiguration({ [name]: 'x' })).toMatchObject(
    meant === null
      ? [{ status: 'ok' }]
      : [{ status: 'warning', detail: `${name} is not read: do you mean ${meant}?` }]
  )
})

test("variables of this installation's unit are added, and given ones take precedence", async () => {
  const unit = join(folder, 'doubloon.service')
  const given = { DATA_DIR: '/srv' }
  expect(withUnit(given, unit, '/opt/doubloon')).toEqual(given)
  await copyFile('deploy/doubloon.service', unit)
  expect(withUnit(given, unit, '/opt/doubloon')).toEqual({
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    DATA_DIR: '/srv',
    SITE_DIR: '/var/cache/doubloon'
  })
  await mkdir(`${unit}.d`)
  await writeFile(`${unit}.d/override.conf`, '[Service]\nEnvironment="SITE_DIR=/srv/site"\n')
  expect(withUnit({}, unit, '/opt/doubloon')).toMatchObject({ SITE_DIR: '/srv/site' })
  expect(withUnit(given, unit, '/home/me/doubloon')).toEqual(given)
})

test.each([
  ['rclone-of-nobody copy "$1" vault:', 'failed'],
  ['TO=vault /no/such/program "$1"', 'failed'],
  ['cp "$1" /mnt', 'ok'],
  ['(cp "$1" /mnt)', 'ok']
])('with BACKUP_COMMAND %s: %s', (backupCommand, status) => {
  expect(checkBackupCommand({ backupCommand })).toMatchObject({ status })
})

test('a port is free, used by this product, or used by something else', async () => {
  let answer: object = {
    status: 'ok',
    version: '1.2.3',
    reasons: [],
    second_source: null,
    filings: null,
    as_of: null,
    pages_waiting: 0
  }
  const address = await listen((_request, response) => response.end(JSON.stringify(answer)))
  const config = { host: '127.0.0.1', port: Number(new URL(address).port) }
  expect(await checkPort({ ...config, port: 0 })).toMatchObject({
    status: 'ok',
    detail: expect.stringContaining('is free')
  })
  expect(await checkPort(config)).toMatchObject({
    status: 'ok',
    detail: expect.stringMatching(/^The service listens/)
  })
  answer = { hello: 'world' }
  expect(await checkPort(config)).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('in use by something else')
  })
})

test('folders that can be created below the same folder are all ok', async () => {
  const folders = ['DATA_DIR', 'SITE_DIR', 'BACKUP_DIR'].map((variable) => ({
    variable,
    path: join(folder, 'not there', variable)
  }))
  expect(await checkWriteRights(folders)).toMatchObject(folders.map(() => ({ status: 'ok' })))
})

test.each([
  [2e6, 'failed'],
  [500e6, 'warning'],
  [2e9, 'ok']
])('%d bytes free on a small disk: %s', (freeBytes, status) => {
  const disk = { folders: [{ variable: 'DATA_DIR', path: folder }], freeBytes, freeShare: 0.5 }
  expect(judgeDisk(disk)).toMatchObject({ status })
})

test.each([
  ['https://doubloon.example', false, 'failed'],
  ['https://doubloon.example', 1, 'ok'],
  ['http://localhost:4321', false, 'ok'],
  ['http://localhost:4321', 1, 'warning']
])('a site at %s with TRUST_PROXY %s: %s', (siteUrl, trustProxy, status) => {
  expect(checkProxy({ siteUrl, trustProxy, host: '127.0.0.1' })).toMatchObject({ status })
})

test('an old Node fails', () => {
  expect([checkNodeVersion(), checkNodeVersion('20.20.2')]).toMatchObject([
    { status: 'ok' },
    { status: 'failed' }
  ])
})

test('a folder that exists or can be created is ok, one below a file is not', async () => {
  await writeFile(join(folder, 'file'), '')
  const folders = [
    { variable: 'DATA_DIR', path: folder },
    { variable: 'SITE_DIR', path: join(folder, 'not/there/yet') },
    { variable: 'BACKUP_DIR', path: join(folder, 'file/below') }
  ]
  const found = await checkWriteRights(folders)
  expect(found.map(({ status }) => status)).toEqual(['ok', 'ok', 'failed'])
  expect(found[2]?.detail).toMatch(/^Nothing can be written to .*file, for BACKUP_DIR: ENOTDIR/)
  // All on one disk.
  expect(await checkDisks(folders.slice(0, 2))).toMatchObject([
    { detail: expect.stringContaining('SITE_DIR') }
  ])
})

test('the clock is compared with the first address that answers', async () => {
  let theirs = ''
  const address = await listen((_request, response) => response.setHeader('date', theirs).end())
  const compareAt = (date: string) => {
    theirs = new Date(date).toUTCString()
    return checkClock([unusedAddress, address], () => now)
  }
  expect(await compareAt('2026-06-02T12:00:29Z')).toMatchObject({ status: 'ok' })
  expect(await compareAt('2026-06-02T12:01:00Z')).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(/^The clock is 61 s behind that of 127\.0\.0\.1:/)
  })
  expect(await compareAt('2026-06-02T11:59:00Z')).toMatchObject({
    detail: expect.stringContaining('ahead of')
  })
  expect(await checkClock([unusedAddress])).toMatchObject({ status: 'warning' })
})

test('a database in use is reported as intact, a damaged one as failed, a missing one as a warning', async () => {
  const dataDir = await copySqlite('tables')
  const settings = {
    dataDir,
    backupDir: join(dataDir, 'backups'),
    siteDir: join(folder, 'site'),
    databaseUrl: null,
    databasePool: 10,
    mayStartEmpty: false
  }
  const check = () =>
    runChecks({ database: () => checkDatabase(settings, now) }).then((found) =>
      found.map(({ status, detail }) => [status, detail])
    )
  const db = openDatabase(databaseFileIn(settings.dataDir))
  expect(await check()).toEqual([
    ['ok', 'The database is intact and up to date.'],
    ['ok', expect.stringMatching(/^The first backup/)]
  ])
  const failed = { at: now.toISOString(), reason: 'the disk is full.' }
  await writeTransaction(db, (trx) => changeLastBackup(trx, now, (last) => ({ ...last, failed })))
  expect((await check())[1]).toEqual(['failed', expect.stringContaining('the disk is full.')])
  for (const secret of ['', 'A']) {
    const factor = { secret, isOn: true, lastStep: 0, recoveryHashes: [] }
    await writeMeta(db, 'second-factor', JSON.stringify(factor))
    expect((await check())[1]).toEqual(['failed', expect.stringContaining('npm run second-factor-off')])
  }
  await mkdir(settings.backupDir)
  await writeFile(join(settings.backupDir, 'backup-2027-01-01T12-00-00-000Z.sqlite'), '')
  expect((await check())[2]).toEqual(['warning', expect.stringContaining('dated in the future')])
  await rm(settings.backupDir, { recursive: true })
  await db.destroy()

  const handle = await open(databaseFileIn(dataDir), 'r+')
  await handle.write(Buffer.alloc(40_000, 7), 0, 40_000, 8192)
  await handle.close()
  expect(await check()).toEqual([['failed', expect.stringMatching(/is damaged .*npm run restore/)]])
  await rm(settings.dataDir, { recursive: true })
  await mkdir(settings.dataDir)
  expect(await check()).toEqual([['warning', expect.stringContaining('the first start creates one')]])
  await rm(settings.dataDir, { recursive: true })
})

test('a source that fails reports its own message, and data/ is not queried', async () => {
  const source = { isLive: true, name: 'Yahoo Finance figures', check: async () => undefined }
  const refuse = async () => {
    throw new MarketDataError('Yahoo refuses further requests for now (429).')
  }
  expect(await checkSource(source)).toMatchObject({ status: 'ok' })
  expect(await checkSource({ ...source, check: refuse })).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(/^Yahoo refuses/)
  })
  expect(await checkSource({ ...source, isLive: false, check: refuse })).toMatchObject({ status: 'ok' })
})

test('a source is checked by its switch, its robots.txt and one reading', async () => {
  const replies: Record<string, string> = {
    '/robots.txt': 'User-agent: *\nDisallow: /private/',
    '/search/tag/yieldmax':
      '<a href="/news-release/2026/01/05/1/0/en/YieldMax-ETFs-Announces-Distributions.html">A release</a>'
  }
  const address = await listen((request, response) => {
    const body = replies[request.url ?? '']
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  const check = async (name: string, choices: Partial<Record<string, boolean>> = {}) => {
    const switches = {
      read: (id: SourceId) =>
        judgeSwitch(
          sources[id],
          choices[id] === undefined ? undefined : { is_on: choices[id] ? 1 : 0, has_permission: 1 },
          { given: {}, hasContact: true }
        )
    }
    const given = { fetch: sendTo(address), sleep: async () => undefined, clock: () => now }
    const settings = { siteUrl: 'https://doubloon.example', contactEmail: 'ahoy@doubloon.example' }
    return checkEachSource(settings, switches, given)[name]?.()
  }
  expect(await check('Cboe notices')).toEqual({
    status: 'ok',
    detail: 'Cboe notices is off. Its terms ask for permission in advance.'
  })
  expect(await check('GlobeNewswire')).toEqual({
    status: 'ok',
    detail: 'Announced in the last days: 0 payments from YieldMax releases.'
  })
  expect(await check('Roundhill’s daily file', { roundhill: true })).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching(/Turn it off in admin under Settings, Sources\.$/)
  })
  replies['/robots.txt'] = 'User-agent: *\nDisallow: /search/\nDisallow: /v8/'
  expect(await check('GlobeNewswire')).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching(/forbids \/search\/tag\/yieldmax\. Nothing is requested\.$/)
  })
  expect(await check('Yahoo Finance')).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching(/forbids \/v8\/.* Turn it off in admin/)
  })
})

test('SITE_URL is answered by this product, by another one, or not at all', async () => {
  let answer: object = {}
  const address = await listen((_request, response) => response.end(JSON.stringify(answer)))
  const well = {
    status: 'ok',
    version: '1.2.3',
    reasons: [],
    second_source: null,
    filings: null,
    sources: [],
    as_of: '2026-05-29',
    pages_waiting: 0
  }
  const checkAnswer = (given: object) => {
    answer = given
    return checkSite(address)
  }
  expect(await checkAnswer(well)).toMatchObject({ status: 'ok' })
  expect(await checkAnswer({ ...well, status: 'degraded', reasons: ['The disk is full.'] })).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching(/The disk is full\.$/)
  })
  expect(await checkAnswer({ hello: 'world' })).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('is not Doubloon')
  })
  expect(await checkSite(unusedAddress)).toMatchObject({ status: 'warning' })
  expect(await checkSite('http://doubloon.invalid')).toMatchObject({ status: 'failed' })
})
