import { createPostgresTemplate, findTemplate } from './database.ts'
import { startPostgres } from './postgres-server.ts'

/**
 * Prepares the databases that tests copy, before any of them runs. With TEST_DATABASE=postgres they are on the server that
 * TEST_DATABASE_URL names, or on a temporary one.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  for (const content of ['tables', 'figures', 'two-funds'] as const) await findTemplate(content)
  if (process.env['TEST_DATABASE'] !== 'postgres') return undefined
  const given = process.env['TEST_DATABASE_URL']
  const server = given === undefined ? await startPostgres() : { url: given, stop: async () => {} }
  for (const content of ['tables', 'figures'] as const)
    await createPostgresTemplate(server.url, content, content)
  process.env['TEST_POSTGRES'] = server.url
  return server.stop
}
