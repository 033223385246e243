import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import { fileOf } from './snapshot.ts'

const kept = 5
const unfinished = '.writing'
const copyName = /^before-restore-[\dTZ-]+\.sqlite$/

/**
 * Copies the whole database into a file of the folder, page by page so that the process goes on meanwhile, and
 * removes all but the newest five. A file that has its name is complete and on the disk. One copy at a time.
 * @returns the name of the file.
 */
export async function writeSafetyCopy(db: Kysely<Database>, folder: string, now: Date): Promise<string> {
  await mkdir(folder, { recursive: true })
  const name = await freeName(folder, now)
  const temporary = join(folder, name + unfinished)
  const source = new SQLite(await fileOf(db), { readonly: true, fileMustExist: true })
  try {
    await source.backup(temporary)
  } finally {
    source.close()
  }
  makeSingleFile(temporary)
  await flush(temporary)
  await rename(temporary, join(folder, name))
  await flush(folder)
  await removeOld(folder)
  return name
}

/** Without a write-ahead log beside it, so that whoever looks into the copy leaves nothing there. */
function makeSingleFile(file: string): void {
  const copy = new SQLite(file)
  copy.pragma('journal_mode = DELETE')
  copy.close()
}

/** Told by the instant; a second copy within a millisecond waits for the next one. */
async function freeName(folder: string, now: Date): Promise<string> {
  const taken = new Set(await readdir(folder))
  for (let ms = now.getTime(); ; ms += 1) {
    const name = `before-restore-${new Date(ms).toISOString().replaceAll(/[:.]/g, '-')}.sqlite`
    if (!taken.has(name)) return name
  }
}

async function removeOld(folder: string): Promise<void> {
  const names = await readdir(folder)
  const old = names
    .filter((name) => copyName.test(name))
    .sort()
    .slice(0, -kept)
  // What a killed process left half-written is of no use to anybody.
  const broken = names.filter((name) => name.includes(`.sqlite${unfinished}`))
  for (const name of [...old, ...broken]) await rm(join(folder, name), { force: true })
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
