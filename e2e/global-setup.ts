import { startPostgres } from '../admin-api/testing/postgres-server.ts'
import { makeFirstSite, postgresVariable } from './server.ts'

/** With TEST_DATABASE=postgres all servers of the run are over PostgreSQL, each on a database of its own. */
async function setUp(): Promise<() => Promise<void>> {
  const postgres = process.env['TEST_DATABASE'] === 'postgres' ? await startPostgres() : null
  if (postgres !== null) process.env[postgresVariable] = postgres.url
  await makeFirstSite()
  return async () => {
    await postgres?.stop()
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright takes the set-up of a run by this name.
export default setUp
