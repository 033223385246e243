import { startPostgres } from '../admin-api/testing/postgres-server.ts'
import { createTemplate, postgresVariable } from './server.ts'

/** With TEST_DATABASE=postgres each server of the run has its own PostgreSQL database. */
async function setUp(): Promise<() => Promise<void>> {
  const postgres = process.env['TEST_DATABASE'] === 'postgres' ? await startPostgres() : null
  if (postgres !== null) process.env[postgresVariable] = postgres.url
  await createTemplate()
  return async () => {
    await postgres?.stop()
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright imports the default export.
export default setUp
