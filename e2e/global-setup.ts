import { rm } from 'node:fs/promises'
import { pictureOfFund } from '../admin-api/contract/pictures.ts'
import { databaseFileIn } from '../admin-api/platform/database/private-files.ts'
import { readCursor, writeCursor } from '../admin-api/publishing/page-queue.ts'
import { storeOperatorPassword } from '../admin-api/testing/operator.ts'
import { startPostgres } from '../admin-api/testing/postgres-server.ts'
import { newServerProgram, startServer } from '../admin-api/testing/start-server.ts'
import { waitUntilPublished } from '../admin-api/testing/wait-until-published.ts'
import {
  createDatabase,
  environmentOf,
  operatorPassword,
  postgresVariable,
  root,
  template,
  templateDatabase
} from './server.ts'

/** With TEST_DATABASE=postgres each server of the run has its own PostgreSQL database. */
async function setUp(): Promise<() => Promise<void>> {
  const postgres = process.env['TEST_DATABASE'] === 'postgres' ? await startPostgres() : null
  if (postgres !== null) process.env[postgresVariable] = postgres.url
  await createTemplate()
  return async () => {
    await postgres?.stop()
  }
}

/** Renders all pages once, so that the servers of the workers start quickly. */
async function createTemplate(): Promise<void> {
  await rm(root, { recursive: true, force: true })
  const environment = environmentOf(template, await createDatabase(templateDatabase))
  const server = await startServer({ ...environment, TEST_FUNDS: 'all' }, {}, newServerProgram)
  await waitUntilPublished(server.url)
  await server.stop('SIGKILL')
  await storeOperatorPassword(
    environment['DATABASE_URL'] ?? databaseFileIn(`${template}/data`),
    operatorPassword
  )
  // Every server would render all pictures again. One is enough; the others are replaced by the site's own.
  const siteDir = `${template}/site`
  const cursor = await readCursor(siteDir)
  if (cursor === null) throw new Error('the server left no cursor beside its pages')
  await writeCursor(siteDir, { ...cursor, waiting: [pictureOfFund('MSTY')] })
}

// biome-ignore lint/style/noDefaultExport: Playwright imports the default export.
export default setUp
