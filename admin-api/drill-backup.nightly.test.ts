import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { copyFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type SQLite from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeDrill, drillBackup } from './drill-backup.ts'
import { drillCopy, tryOutBeside } from './operations/backups/drill-copy.ts'
import { listBackups } from './platform/database/backups/backup-files.ts'
import { writeBackupFile } from './platform/database/backups/write-backup.ts'
import { openInBlock } from './platform/database/private-files.ts'
import { openTestDatabase, seededAt } from './testing/database.ts'
import { makeBuild } from './testing/fake-build.ts'
import { forAllTests } from './testing/fixtures.ts'
import { makePublishedFolder, runCommand } from './testing/real-server.ts'

const name = 'backup-2026-06-01T12-00-00-000Z.sqlite'

/** A backup of a database with a signed record, of SQLite or PostgreSQL by run. */
const backup = forAllTests(async () => {
  const { db, folder, close } = await openTestDatabase(['MSTY', 'QQQT'])
  const made = await writeBackupFile(db, join(folder, 'backups'), { kind: 'backup', now: seededAt })
  await makeBuild(join(folder, 'dist'), 'first')
  renderFiles(join(folder, 'dist'))
  return { folder, file: join(folder, 'backups', made.name), rows: made.rows, close }
})

/** Makes the renderer of a test's build write data files as the real one does. */
function renderFiles(buildDir: string): void {
  const file = join(buildDir, 'builds/first/server/entry.mjs')
  writeFileSync(
    file,
    `${readFileSync(file, 'utf8').replace('render =', 'renderPage =')}
    export const render = async (path, locals) =>
      'data' in locals.page ? JSON.stringify(locals.page.data) : (locals.page.note ?? renderPage(path, locals))`
  )
}

const settings = () => ({
  dataDir: join(backup.folder, 'machine'),
  buildDir: join(backup.folder, 'dist'),
  siteUrl: 'https://doubloon.example'
})
const drill = (file: string) => drillBackup(file, settings(), seededAt)
const reasonOf = (file: string) =>
  drill(file).then(
    () => 'nothing is wrong',
    (error: Error) => error.message
  )

test('a drill restores a backup, serves it, compares it with its manifest and leaves nothing behind', async () => {
  const before = readFileSync(backup.file)
  const result = await drill(backup.file)
  expect(result.signedDays).toBeGreaterThan(0)
  const { tables = {} } = result.manifest ?? {}
  expect(Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)).toBe(backup.rows)
  // The newest payment of the two funds through May 29, 2026, and their last close.
  expect(result.manifest).toMatchObject({ name, newestClose: '2026-05-29', payment: { symbol: 'MSTY' } })
  expect(describeDrill(name, result)).toMatch(
    /^backup-\S+ can be restored: [\d,]+ rows in \d+ tables as when it was made, closes through 2026-05-29, \d+ days? of the signed record verified, page and data of MSTY served; restored in \d+ s, checked in \d+ s\.$/
  )
  expect(readFileSync(backup.file).equals(before)).toBe(true)
  expect(await readdir(settings().dataDir)).toEqual([])
})

/** A copy of the backup under its name, changed by `damage`. */
async function damaged(damage: (file: string) => void, as = name): Promise<string> {
  const file = join(backup.folder, as)
  await copyFile(backup.file, file)
  onTestFinished(() => rm(file, { force: true }))
  damage(file)
  return file
}

function change(file: string, work: (sqlite: SQLite.Database) => void): void {
  using sqlite = openInBlock(file)
  work(sqlite)
}

const manifestOf = (sqlite: SQLite.Database) =>
  String(sqlite.prepare("select value from meta where key = 'backup-manifest'").pluck().get())
const withManifest = (edit: (json: string) => string) => (file: string) =>
  change(file, (sqlite) =>
    sqlite.prepare("update meta set value = ? where key = 'backup-manifest'").run(edit(manifestOf(sqlite)))
  )

test.each<[string, (file: string) => void, RegExp]>([
  ['cut in half', (file) => truncateSync(file, 700_000), / is damaged \(.+\)\.$/],
  ['empty', (file) => truncateSync(file, 0), / is empty \(0 bytes\)\.$/],
  ['no database', (file) => writeFileSync(file, '<html>Not found</html>'), / is not a SQLite database\.$/],
  [
    'one letter changed in a stored text',
    (file) =>
      change(file, (sqlite) =>
        sqlite.exec("update fund set name = 'x' || substr(name, 2) where symbol = 'MSTY'")
      ),
    / has other rows in fund than when it was made\.$/
  ],
  [
    'one close changed in its last digit',
    (file) =>
      change(file, (sqlite) =>
        sqlite.exec("update price set close = close + 0.0001 where symbol = 'MSTY' and date = '2026-05-20'")
      ),
    / has other rows in price than when it was made\.$/
  ],
  [
    'missing rows',
    (file) =>
      change(file, (sqlite) =>
        sqlite.exec("delete from price where symbol = 'MSTY' and date > '2026-05-20'")
      ),
    / has [\d,]+ of [\d,]+ rows in price\.$/
  ],
  [
    'a missing table',
    (file) => change(file, (sqlite) => sqlite.exec('drop table source_use')),
    / lacks its table source_use\.$/
  ],
  [
    'the manifest of another backup',
    withManifest((json) => json.replace('backup-2026-06-01', 'backup-2026-05-31')),
    / is a copy of backup-2026-05-31T12-00-00-000Z\.sqlite, not of the backup it is named after\.$/
  ],
  [
    'a manifest with another count',
    withManifest((json) =>
      json.replace('"QQQT"', '"MSTY"').replace(/"split":\{"rows":\d+/, '"split":{"rows":99')
    ),
    / has \d+ of 99 rows in split\.$/
  ],
  ['a damaged manifest', withManifest((json) => json.slice(1)), / has a manifest that can’t be read\.$/]
])('a drill fails with one sentence for a backup with this damage: %s', async (_what, damage, sentence) => {
  const file = await damaged(damage)
  expect(await reasonOf(file)).toMatch(sentence)
  expect(await readdir(settings().dataDir)).toEqual([])
})

test('a copy of an older backup under the name of a newer one fails', async () => {
  const file = await damaged(() => undefined, 'backup-2026-06-02T12-00-00-000Z.sqlite')
  expect(await reasonOf(file)).toMatch(
    / is a copy of backup-2026-06-01T12-00-00-000Z\.sqlite, not of the backup/
  )
})

test('a backup of an earlier version has no manifest, and the drill says so', async () => {
  const file = await damaged((copy) =>
    change(copy, (sqlite) => sqlite.exec("delete from meta where key = 'backup-manifest'"))
  )
  const result = await drill(file)
  expect(describeDrill(name, result)).toContain(
    'has no manifest to compare it with, because an earlier version made it'
  )
})

/** Every row of every table, read by a plain query. */
function dump(file: string): string {
  using sqlite = openInBlock(file, { readonly: true })
  const tables = sqlite
    .prepare<[], string>("select name from sqlite_schema where type = 'table'")
    .pluck()
    .all()
  return JSON.stringify(tables.map((table) => sqlite.prepare(`select * from "${table}"`).raw().all()))
}

test('one changed byte anywhere is noticed, unless no row reads it', async () => {
  const bytes = readFileSync(backup.file)
  const outcomes = { noticed: 0, harmless: 0 }
  // Spread over the file by a stride that is no multiple of a page.
  for (let i = 1; i <= 12; i += 1) {
    const position = (i * 1_311_953) % bytes.length
    const file = await damaged((copy) => {
      const changed = Buffer.from(bytes)
      changed[position] = (bytes[position] ?? 0) ^ 0x10
      writeFileSync(copy, changed)
    })
    const reason = await reasonOf(file)
    if (reason === 'nothing is wrong') {
      outcomes.harmless += 1
      expect(dump(file) === dump(backup.file), `byte ${position}`).toBe(true)
    } else {
      outcomes.noticed += 1
      expect(reason, `byte ${position}`).toMatch(/^\S+ .+\.$/)
    }
  }
  expect(outcomes.noticed).toBeGreaterThan(outcomes.harmless)
})

test('npm run restore -- --drill works beside a database in use, and ends with 1 for a damaged file', async () => {
  const folder = await makePublishedFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  expect(await runCommand(folder, 'backup.ts')).toMatchObject({ code: 0 })
  const [made] = listBackups(join(folder, 'backups'))
  const file = join(folder, 'backups', made?.name ?? '')
  renderFiles(join(folder, 'dist'))
  const before = readFileSync(join(folder, 'doubloon.sqlite'))
  expect(await runCommand(folder, 'restore.ts', ['--drill', made?.name ?? ''])).toEqual({
    code: 0,
    printed: expect.stringMatching(/^backup-\S+ can be restored: .+ s\.\n$/)
  })
  expect(readFileSync(join(folder, 'doubloon.sqlite')).equals(before)).toBe(true)
  expect(existsSync(join(folder, 'drill'))).toBe(false)
  rmSync(file)
  appendFileSync(file, 'no backup')
  expect(await runCommand(folder, 'restore.ts', ['--drill', file])).toEqual({
    code: 1,
    printed: `The drill failed: ${file} is not a SQLite database.\n`
  })
  expect(await runCommand(folder, 'restore.ts', ['--drill'])).toMatchObject({
    code: 1,
    printed: expect.stringContaining('--drill needs FILE')
  })
})

test('the weekly drill tries out a fetched copy in a process of its own', async () => {
  const { buildDir, siteUrl } = settings()
  // Apart from the drills of the other tests.
  const dataDir = join(backup.folder, 'weekly')
  // The process reads the same environment as the service.
  for (const [variable, value] of Object.entries({
    DATA_DIR: dataDir,
    SITE_DIR: join(backup.folder, 'site'),
    BUILD_DIR: buildDir,
    SITE_URL: siteUrl,
    MARKET_DATA: 'embedded'
  }))
    vi.stubEnv(variable, value)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const drillFetched = (file: string) =>
    drillCopy(name, `cp '${file}' "$1"`, {
      dataDir,
      signal: new AbortController().signal,
      // Other tests would leave nothing to a process with low priority.
      tryOut: (copy, signal) => tryOutBeside(copy, signal, 0)
    })
  expect(await drillFetched(backup.file)).toEqual({
    fault: null,
    output: expect.stringMatching(/^backup-\S+ can be restored: /)
  })
  const other = await damaged(
    (copy) => change(copy, (sqlite) => sqlite.exec("delete from split where symbol = 'MSTY'")),
    'other.sqlite'
  )
  expect((await drillFetched(other)).fault).toMatch(/^The copy has \d+ of \d+ rows in split\.$/)
  expect(await readdir(dataDir)).toEqual([])
  // As long as two starts take beside other tests on a slow machine.
}, 600_000)
