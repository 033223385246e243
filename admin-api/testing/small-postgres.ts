import { openDatabase } from '../platform/database/open.ts'
import { fewFigures } from './figures-of-may.ts'
import { createPostgresDatabase, type PostgresServer, startPostgres } from './postgres-server.ts'
import { seed } from './seeded-file.ts'

/** A PostgreSQL server that a test may halt, with a database of two funds alone, and its address. */
export async function startSmallPostgres(): Promise<{ server: PostgresServer; url: string }> {
  const server = await startPostgres()
  const url = await createPostgresDatabase(server.url, 'doubloon')
  const db = openDatabase(url)
  await seed(db, fewFigures)
  await db.destroy()
  return { server, url }
}
