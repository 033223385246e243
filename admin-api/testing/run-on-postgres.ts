import { migrate } from '../platform/database/migrations.ts'
import { openDatabase } from '../platform/database/open.ts'
import { createPostgresDatabase, startPostgres } from './postgres-server.ts'
import { emptyTemplate, fillLikeSeededFile, seededTemplate } from './seeded-file.ts'

/**
 * Before all tests: a PostgreSQL server for them, or the one TEST_DATABASE_URL names, with two databases to copy, with
 * figures and without; whoever asks for a test database then gets one there.
 */
export async function setup(): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const server = given === undefined ? await startPostgres() : { url: given, stop: async () => {} }
  const empty = openDatabase(await createPostgresDatabase(server.url, emptyTemplate))
  await migrate(empty)
  await empty.destroy()
  await fillLikeSeededFile(await createPostgresDatabase(server.url, seededTemplate, emptyTemplate))
  process.env['TEST_POSTGRES'] = server.url
  return server.stop
}
