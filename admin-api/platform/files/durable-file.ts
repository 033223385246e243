import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

export type DurableFile = {
  file: string
  bytes: Uint8Array
}

/** A disk completes many flushes in little more time than one. */
const concurrentFlushes = 16

/**
 * Writes each file completely or not at all, and creates missing folders. The files appear in the given order. Once it
 * resolves, they survive a power failure.
 */
export async function writeDurably(files: readonly DurableFile[]): Promise<void> {
  for (const folder of foldersOf(files)) await makeFolder(folder)
  for (let start = 0; start < files.length; start += concurrentFlushes)
    await writeSome(files.slice(start, start + concurrentFlushes))
  await flushFolders(foldersOf(files))
}

async function writeSome(files: readonly DurableFile[]): Promise<void> {
  const parts = files.map((each) => ({ ...each, temporary: temporaryOf(each.file) }))
  const writes = parts.map(({ temporary, bytes }) => writeFlushed(temporary, bytes))
  try {
    // Every write must end before the temporary files are removed.
    const failed = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    for (const { temporary, file } of parts) await rename(temporary, file)
  } catch (error) {
    for (const { temporary } of parts) await rm(temporary, { force: true })
    throw error
  }
}

/** Renames a file that other code has written, so that it survives a power failure. */
export async function renameDurably(temporary: string, file: string): Promise<void> {
  await flush(temporary)
  await rename(temporary, file)
  await flushFolders(foldersOf([{ file }]))
}

/**
 * Removes the files that exist, and their temporary files left by a killed process, which may contain a page that is no
 * longer public. Once it resolves, a power failure can't restore them.
 */
export async function removeDurably(files: readonly string[]): Promise<void> {
  for (const file of files) {
    await rm(file, { force: true })
    await rm(temporaryOf(file), { force: true })
  }
  await flushFolders(foldersOf(files.map((file) => ({ file }))))
}

function temporaryOf(file: string): string {
  return `${file}.writing`
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  await using handle = await open(path, 'w')
  await handle.writeFile(bytes)
  await handle.datasync()
}

/** Creates a folder and flushes its parents, which contain the new entries. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const outermost = await mkdir(folder, { recursive: true })
  if (outermost === undefined) return
  const above = dirname(resolve(outermost))
  for (let path = dirname(resolve(folder)); path.length >= above.length; path = dirname(path)) {
    await flushFolder(path)
    if (path === above) return
  }
}

/** A rename or removal is durable once its folder is flushed. */
async function flushFolders(folders: Iterable<string>): Promise<void> {
  for (const folder of folders) await flushFolder(folder)
}

function foldersOf(files: readonly { file: string }[]): Set<string> {
  return new Set(files.map(({ file }) => dirname(file)))
}

/** Ignores a folder that does not exist. */
async function flushFolder(folder: string): Promise<void> {
  // Windows can't open a folder as a file, and NTFS journals names by itself.
  if (process.platform === 'win32') return
  await flush(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

/** Value that writeJsonDurably() wrote; null if there is no readable file. */
export async function readJson<Value>(file: string): Promise<Value | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}

export async function writeJsonDurably(file: string, value: object): Promise<void> {
  await writeDurably([{ file, bytes: Buffer.from(JSON.stringify(value)) }])
}
