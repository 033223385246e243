// What for: puts a copy in the place of the whole database, and keeps what was there before; lists the copies there are.
// When: by hand, `npm run restore -- FILE`, after a mistake or a crash, while no process of the service runs.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../admin-api/config.ts'
import { readCopyName } from '../admin-api/platform/database/backups/copy-names.ts'
import { listCopies } from '../admin-api/platform/database/backups/list-copies.ts'
import { restoreDatabase } from '../admin-api/platform/database/backups/restore-database.ts'
import { restorePostgres } from '../admin-api/platform/database/backups/restore-postgres.ts'
import { spellAge, spellSize } from '../admin-api/platform/database/backups/spell-backup.ts'
import { runBackupCommand } from '../admin-api/operations/backups/run-command.ts'

const usage =
  'usage: npm run restore -- FILE\n\nFILE is a copy of the database: a path, or the name of a file in BACKUP_DIR.'

try {
  const [file, ...rest] = process.argv.slice(2)
  const config = readConfig(process.env)
  if (rest.length > 0) throw new Error(usage)
  if (file === undefined) list(config)
  else await restore(file, config)
} catch (error) {
  console.error(`Nothing was restored: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

function list({ backupDir }: Config): void {
  const copies = listCopies(backupDir)
  console.log(`${usage}\n\n${copies.length === 0 ? 'There is none' : 'Newest first'} in ${backupDir}:`)
  for (const { name, madeAt, bytes } of copies)
    console.log(
      `  ${name.padEnd(56)} ${`${spellAge(new Date(), madeAt)} old`.padStart(14)} ${spellSize(bytes).padStart(10)}`
    )
}

async function restore(file: string, config: Config): Promise<void> {
  const { databaseUrl, backupDir } = config
  const inFolder = join(backupDir, file)
  const from = !existsSync(file) && existsSync(inFolder) ? inFolder : file
  const safetyCopy = await (databaseUrl === null
    ? restoreDatabase(from, config, new Date())
    : restorePostgres(from, databaseUrl, config, new Date()))
  console.log(`The database is that of ${from} now.`)
  if (safetyCopy !== null) {
    console.log(`What was there before is ${join(backupDir, safetyCopy)}.`)
    if (readCopyName(safetyCopy) !== null) await send(join(backupDir, safetyCopy), config)
  }
  console.log('Next: npm start, which writes every page anew.')
}

async function send(copy: string, { backupCommand }: Config): Promise<void> {
  if (backupCommand === null) return
  const { fault, output } = await runBackupCommand(backupCommand, copy)
  if (fault === null) console.log('BACKUP_COMMAND took it.')
  else console.error(`BACKUP_COMMAND did not take it: ${fault}\n${output}`)
}
