import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, rm } from 'node:fs/promises'
import { pictureOfFund } from '../admin-api/contract/pictures.ts'
import { readPlace, writePlace } from '../admin-api/publishing/place-file.ts'
import { createPostgresDatabase } from '../admin-api/testing/postgres-server.ts'
import { waitUntilPublished } from '../admin-api/testing/wait-until-published.ts'
import { operatorPassword } from './operator-password.ts'

const root = 'var/e2e'
/** A site with all its pages and the database they were drawn from, made once a run. */
const firstSite = `${root}/first`
const firstDatabase = 'first'

/** Names the PostgreSQL server of a run over it to the workers. */
export const postgresVariable = 'E2E_POSTGRES'

export type Server = { url: string; stop: () => Promise<void> }

/** Starts the real server once on the built site, so that the copies open in a moment. */
export async function makeFirstSite(): Promise<void> {
  await rm(root, { recursive: true, force: true })
  const server = await start(firstSite, await createDatabase(firstDatabase))
  await waitUntilPublished(server.url)
  await server.stop()
  await leaveStandIns()
}

/** Each server would draw all pictures first. One is enough; for the others the site's own stands in. */
async function leaveStandIns(): Promise<void> {
  const siteDir = `${firstSite}/site`
  const place = await readPlace(siteDir)
  if (place === null) throw new Error('the server left no place beside its pages')
  await writePlace(siteDir, { ...place, waiting: [pictureOfFund('MSTY')] })
}

/** The real server on a copy of its own of site and database: what is written there, nobody else sees. */
export async function startServer(name: string): Promise<Server> {
  const folder = `${root}/${name}`
  await cp(firstSite, folder, { recursive: true })
  const { url, stop } = await start(folder, await createDatabase(name, firstDatabase))
  return {
    url,
    stop: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Empty where the database is a file of the folder, as it is but for a run over PostgreSQL. */
async function createDatabase(name: string, template?: string): Promise<{ DATABASE_URL?: string }> {
  const server = process.env[postgresVariable]
  if (server === undefined) return {}
  return { DATABASE_URL: await createPostgresDatabase(server, name, template) }
}

async function start(folder: string, database: { DATABASE_URL?: string }): Promise<Server> {
  const server = spawn(process.execPath, ['admin-api/server.ts'], {
    env: {
      ...process.env,
      ...database,
      PORT: '0',
      SITE_DIR: `${folder}/site`,
      DATA_DIR: `${folder}/data`,
      // The build may have been served before, from another database.
      NEW_DATABASE: 'true',
      ADMIN_PASSWORD: operatorPassword,
      LOG_LEVEL: 'error',
      TRUST_PROXY: '1'
    },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  // A worker that is stopped before its fixtures are must leave no server behind.
  process.once('exit', () => server.kill())
  const url = await readAddress(server)
  return {
    url,
    stop: async () => {
      const closed = once(server, 'close')
      server.kill('SIGTERM')
      await closed
    }
  }
}

/** Resolves once the server says that it is ready. */
async function readAddress(server: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of server.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += chunk
    const address = /ready at (\S+)/.exec(output)?.[1]
    if (address !== undefined) {
      server.stdout?.resume()
      return address
    }
  }
  throw new Error(`the server stopped before it was ready: ${output}`)
}
