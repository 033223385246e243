import { rm } from 'node:fs/promises'
import { pictureOfFund } from '../admin-api/contract/pictures.ts'
import { databaseFileIn } from '../admin-api/platform/database/private-files.ts'
import { readCursor, writeCursor } from '../admin-api/publishing/page-queue.ts'
import { testFunds } from '../admin-api/testing/may-facts.ts'
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
  sharedServerVariable,
  startSite,
  type Template
} from './server.ts'

/** The funds on servers that tests change: only a few, because each change renders all lists again. */
const changedFunds = 'ABNY AIYY DIPS DISO GPTY IWMY MSTY NVDW PLTW QDTE QQQT RDTE SPYT TSLW USOY XDTE'.split(
  ' '
)

/** With TEST_DATABASE=postgres each server of the run has its own PostgreSQL database. */
async function setUp(): Promise<() => Promise<void>> {
  const postgres = process.env['TEST_DATABASE'] === 'postgres' ? await startPostgres() : null
  if (postgres !== null) process.env[postgresVariable] = postgres.url
  await rm(root, { recursive: true, force: true })
  const [database] = await Promise.all([
    createTemplate('shared', [...testFunds]),
    createTemplate('few-funds', changedFunds)
  ])
  const server = await startSite('shared', database)
  process.env[sharedServerVariable] = server.url
  return async () => {
    await server.stop()
    await postgres?.stop()
  }
}

/** Renders all pages once, so that servers start quickly. */
async function createTemplate(name: Template, funds: readonly string[]): Promise<{ DATABASE_URL?: string }> {
  const database = await createDatabase(name)
  const server = await startServer(
    { ...environmentOf(name, database), TEST_FUNDS: funds.join(',') },
    {},
    newServerProgram
  )
  await waitUntilPublished(server.url)
  await server.stop('SIGKILL')
  await storeOperatorPassword(
    database.DATABASE_URL ?? databaseFileIn(`${root}/${name}/data`),
    operatorPassword
  )
  // Every server would render all pictures again. One is enough; the others are replaced by the site's own.
  const siteDir = `${root}/${name}/site`
  const cursor = await readCursor(siteDir)
  if (cursor === null) throw new Error('the server stored no cursor with its pages')
  await writeCursor(siteDir, { ...cursor, waiting: [pictureOfFund('MSTY')] })
  return database
}

// biome-ignore lint/style/noDefaultExport: Playwright imports the default export.
export default setUp
