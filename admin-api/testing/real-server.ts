import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { adminMarker } from '../contract/headers.ts'
import { openService } from '../open-service.ts'
import { copySqlite } from './database.ts'
import { makeBuild } from './fake-build.ts'
import { type RunningServer, startServer, withoutNetwork } from './start-server.ts'
import { waitUntilPublished } from './wait-until-published.ts'

export const operatorPassword = 'pieces of eight, all of them'

/** A folder with the figures of two funds and all pages: a server that starts on a copy of it has nothing to write. */
export async function makePublishedFolder(): Promise<string> {
  const folder = await copySqlite('two-funds')
  await makeBuild(join(folder, 'dist'), 'first')
  const server = await startIn(folder)
  await waitUntilPublished(server.url)
  await server.stop()
  return folder
}

/** A copy of such a folder, for one test. */
export async function copyFolder(folder: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'doubloon-server-'))
  await cp(folder, copy, { recursive: true })
  return copy
}

/** The real server, with its database in the folder, its site in `site/` and its build in `dist/`. */
export async function startIn(
  folder: string,
  environment: Record<string, string> = {},
  how: Parameters<typeof startServer>[1] = {}
): Promise<RunningServer> {
  return startServer({ ...environmentOf(folder), ...environment }, how)
}

/** The real service on a database that it begins anew, with two funds; it knows no signal but SIGKILL. */
export async function startNewIn(
  folder: string,
  environment: Record<string, string> = {}
): Promise<RunningServer> {
  const variables = { ...environmentOf(folder), NEW_DATABASE: 'true', ...environment }
  return startServer(variables, {}, newServerProgram)
}

export const newServerProgram = relative(
  process.cwd(),
  new URL('serve-test-funds.ts', import.meta.url).pathname
)

/** What a start says that is refused. */
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

/** The same without a process, which says the sentence and ends. */
export async function failToOpenIn(folder: string): Promise<string> {
  return openService(environmentOf(folder)).then(
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

/** Headers of the operator of a running server. */
export async function logIn(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: operatorPassword })
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { cookie, [adminMarker.name]: adminMarker.value, 'content-type': 'application/json' }
}

/** Where a server has its database, its site and its build. */
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
