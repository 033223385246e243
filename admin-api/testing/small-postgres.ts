import { openDatabase } from '../db/open.ts'
import { keepFunds } from './keep-funds.ts'
import { createPostgresDatabase, type PostgresServer, startPostgres } from './postgres-server.ts'
import { fillLikeSeededFile } from './seeded-file.ts'

/** A PostgreSQL server that a test may halt, with a database in which two funds alone have figures, and its address. */
export async function startSmallPostgres(): Promise<{ server: PostgresServer; url: string }> {
  const server = await startPostgres()
  const url = await createPostgresDatabase(server.url, 'doubloon')
  await fillLikeSeededFile(url)
  const db = openDatabase(url)
  await keepFunds(db, ['MSTY', 'QQQT'])
  await db.destroy()
  return { server, url }
}
