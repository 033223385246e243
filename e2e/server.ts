import { cp, rm } from 'node:fs/promises'
import { createPostgresDatabase } from '../admin-api/testing/postgres-server.ts'
import { liveSourcesProgram, startServer } from '../admin-api/testing/start-server.ts'

export const root = 'var/e2e'

/** Name of a published site's folder and of its database, created once for each run. */
export type Template = 'shared' | 'few-funds'

/** Environment variable with the URL of the server that all tests read from. */
export const sharedServerVariable = 'E2E_SERVER'

/** Environment variable with the URL of the PostgreSQL server, if the run uses one. */
export const postgresVariable = 'E2E_POSTGRES'

export const operatorPassword = 'a password for tests'

export type WorkerServer = { url: string; stop: () => Promise<void> }

/** Starts the real server on copies of the few-funds site and its database. @param sources 'live': with fake live sources */
export async function startWorkerServer(
  name: string,
  sources: 'embedded' | 'live' = 'embedded'
): Promise<WorkerServer> {
  const source: Template = 'few-funds'
  const folder = `${root}/${name}`
  await cp(`${root}/${source}`, folder, { recursive: true })
  const { url, stop } = await startSite(name, await createDatabase(name, source), sources)
  return {
    url,
    stop: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Environment of a new PostgreSQL database; empty if the run uses SQLite, whose file is in the folder. */
export async function createDatabase(name: string, source?: string): Promise<{ DATABASE_URL?: string }> {
  const server = process.env[postgresVariable]
  if (server === undefined) return {}
  return { DATABASE_URL: await createPostgresDatabase(server, name, source) }
}

/** Starts the real server on the site in this folder of `root`. */
export async function startSite(
  name: string,
  database: { DATABASE_URL?: string },
  sources: 'embedded' | 'live' = 'embedded'
): Promise<WorkerServer> {
  const environment = environmentOf(name, database)
  // Only a press of a button collects, and one source is decided outside of admin.
  const live = { MARKET_DATA: '', COLLECT_CRON: 'off', ARCHIVE: 'on' }
  const server =
    sources === 'live'
      ? await startServer({ ...environment, ...live }, {}, liveSourcesProgram)
      : await startServer(environment)
  // A worker may be stopped before its fixtures.
  const kill = () => void server.stop('SIGKILL')
  process.once('exit', kill)
  return {
    url: server.url,
    stop: async () => {
      process.off('exit', kill)
      await server.stop()
      process.stderr.write(server.complaints())
    }
  }
}

export function environmentOf(name: string, database: { DATABASE_URL?: string }): Record<string, string> {
  return {
    ...database,
    SITE_DIR: `${root}/${name}/site`,
    DATA_DIR: `${root}/${name}/data`,
    // The build may have been served before, with another database.
    NEW_DATABASE: 'true',
    ADMIN_PASSWORD: operatorPassword,
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1'
  }
}
