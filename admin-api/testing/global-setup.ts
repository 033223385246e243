import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresTemplate, findTemplate, runFolderVariable } from './database.ts'
import { startPostgres } from './postgres-server.ts'

const templates = ['tables', 'figures', 'two-funds'] as const

/**
 * Prepares the databases that tests copy, before any of them runs. With TEST_DATABASE=postgres they are on the server that
 * TEST_DATABASE_URL names, or on a temporary one.
 */
export async function setup(): Promise<() => Promise<void>> {
  const runFolder = await mkdtemp(join(tmpdir(), 'doubloon-run-'))
  // Some tests start a server as another system user, who needs to reach its own folder in this one.
  await chmod(runFolder, 0o711)
  process.env[runFolderVariable] = runFolder
  for (const content of templates) await findTemplate(content)
  const stop = process.env['TEST_DATABASE'] === 'postgres' ? await preparePostgres() : null
  return async () => {
    await stop?.()
    await rm(runFolder, { recursive: true, force: true })
  }
}

async function preparePostgres(): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const server = given === undefined ? await startPostgres() : { url: given, stop: async () => {} }
  for (const content of templates) await createPostgresTemplate(server.url, content, content)
  process.env['TEST_POSTGRES'] = server.url
  return server.stop
}
