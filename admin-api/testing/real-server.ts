import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openService } from '../open-service.ts'
import { databaseFileIn } from '../platform/database/private-files.ts'
import { readCursor } from '../publishing/page-queue.ts'
import { copySqlite, copyToPostgres, makeFolder, runFolderVariable } from './database.ts'
import { makeBuild } from './fake-build.ts'
import { operatorPassword, storeOperatorPassword } from './operator.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { newServerProgram, type RunningServer, startServer, withoutNetwork } from './start-server.ts'

/**
 * Creates a folder with the figures of two funds and all pages, so that a server on it has nothing to render. The pages
 * are rendered once per test run, because that takes longer than most tests that need them.
 */
export async function makePublishedFolder(): Promise<string> {
  const folder = join(
    process.env[runFolderVariable] ?? (await mkdtemp(join(tmpdir(), 'doubloon-run-'))),
    'published'
  )
  // Only one process can make this folder; the others wait.
  const isFirst = await mkdir(`${folder}.unfinished`).then(
    () => true,
    () => false
  )
  if (isFirst) await rename(await publishTwoFunds(), folder)
  while (!existsSync(folder)) await setTimeout(100)
  return copyFolder(folder)
}

async function publishTwoFunds(): Promise<string> {
  const folder = await copySqlite('two-funds')
  await makeBuild(join(folder, 'dist'), 'first')
  await storeOperatorPassword(databaseFileIn(folder))
  const server = await startIn(folder)
  // The health check counts pages only; a server that starts on the folder would render the other pictures.
  while ((await readCursor(join(folder, 'site')))?.waiting.length !== 0) await setTimeout(100)
  await server.stop()
  return folder
}

/** The same with the database on a PostgreSQL server of its own, which a test may halt. */
export async function publishOnPostgres(): Promise<{ server: PostgresServer; url: string; folder: string }> {
  const [folder, server] = await Promise.all([makePublishedFolder(), startPostgres()])
  const file = databaseFileIn(folder)
  const url = await copyToPostgres(server.url, 'doubloon', file)
  await rm(file)
  return { server, url, folder }
}

/** Starts one of several instances on the database and pages of `publishOnPostgres`, with a copy of the pages. */
export async function startInstance(
  { folder, url }: { folder: string; url: string },
  name: string,
  environment: Record<string, string> = {}
): Promise<RunningServer> {
  await cp(join(folder, 'site'), join(folder, name, 'site'), { recursive: true })
  return startIn(join(folder, name), {
    DATABASE_URL: url,
    BUILD_DIR: join(folder, 'dist'),
    TRUST_PROXY: '1',
    ...environment
  })
}

/** Texts of the pages in the top folder of a site, by file name. */
export async function readPages(siteDir: string): Promise<Record<string, string>> {
  const names = (await readdir(siteDir)).filter((name) => name.endsWith('.html')).sort()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(siteDir, name), 'utf8')]))
  )
}

/** Copies a published folder for one test. */
export async function copyFolder(folder: string): Promise<string> {
  const copy = await makeFolder()
  await cp(folder, copy, { recursive: true })
  return copy
}

/** Starts the real server with its database in the folder, its site in `site/` and its build in `dist/`. */
export async function startIn(
  folder: string,
  environment: Record<string, string> = {},
  how: Parameters<typeof startServer>[1] = {}
): Promise<RunningServer> {
  return startServer({ ...environmentOf(folder), ...environment }, how)
}

/** Starts the real service with a new database of two funds; it handles no signals, so stop it with SIGKILL. */
export async function startNewIn(
  folder: string,
  environment: Record<string, string> = {}
): Promise<RunningServer> {
  const variables = { ...environmentOf(folder), NEW_DATABASE: 'true', ...environment }
  return startServer(variables, {}, newServerProgram)
}

/** Returns the error output of a start that fails. */
export async function failToStartIn(
  folder: string,
  environment: Record<string, string> = {}
): Promise<string> {
  return startIn(folder, environment).then(
    async (server) => {
      await server.stop('SIGKILL')
      return `ready at ${server.url}`
    },
    (error: Error) => error.message
  )
}

/** Returns the error message of a service that can't be opened, in this process and without rendering threads. */
export async function failToOpenIn(folder: string): Promise<string> {
  return openService(environmentOf(folder), { publishes: false }).then(
    async (service) => {
      await service.close()
      return 'opened'
    },
    (error: Error) => error.message
  )
}

/** Runs one of the commands to its end. */
export async function runCommand(
  folder: string,
  script: string,
  args: readonly string[] = [],
  environment: Record<string, string> = {}
): Promise<{ code: number; printed: string }> {
  const path = join(import.meta.dirname, '../../scripts', script)
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...process.env, ...environmentOf(folder), ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  const [code] = await once(child, 'close')
  return { code: Number(code), printed }
}

/** Environment of a server with its database, its site and its build in this folder. */
export function environmentOf(folder: string): Record<string, string> {
  return {
    ...withoutNetwork,
    PORT: '0',
    DATA_DIR: folder,
    SITE_DIR: join(folder, 'site'),
    BUILD_DIR: join(folder, 'dist'),
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: operatorPassword
  }
}
