import { existsSync } from 'node:fs'
import { readConfig } from '../admin-api/config.ts'
import { openDatabase } from '../admin-api/platform/database/open.ts'
import { databaseFileIn } from '../admin-api/platform/database/private-files.ts'
import type { Db } from '../admin-api/platform/database/schema.ts'

/**
 * Opens the database that the environment names. Not in command.ts, which every command loads: the modules of the
 * database would slow down all of them.
 * @throws Error with one sentence if there is no such database
 */
export function openConfiguredDatabase(): Db {
  const { databaseUrl, dataDir } = readConfig(process.env)
  const location = databaseUrl ?? databaseFileIn(dataDir)
  if (databaseUrl === null && !existsSync(location))
    throw new Error(`There is no database at ${location}; set DATA_DIR to the folder that the service uses.`)
  return openDatabase(location)
}
