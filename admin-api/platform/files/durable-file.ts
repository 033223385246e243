import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * `temporary`: where the bytes are written first, in the same folder; file + '.writing' when left out. `modifiedAt`:
 * what the file says of its time; that of the writing when left out.
 */
export type DurableFile = { file: string; bytes: Uint8Array; temporary?: string; modifiedAt?: Date }

/** A disk takes many flushes in little more time than one. */
const flushedAtOnce = 16

/**
 * Writes the files, each whole or not at all, and makes their folders. They get their names in the order given, some at a
 * time. Once it resolves, bytes and names outlive a power cut. Two calls that write the same file at once need a temporary of
 * their own.
 */
export async function writeDurably(files: readonly DurableFile[]): Promise<void> {
  for (const folder of foldersOf(files)) await makeFolder(folder)
  for (let start = 0; start < files.length; start += flushedAtOnce)
    await writeSome(files.slice(start, start + flushedAtOnce))
  await flushFolders(foldersOf(files))
}

async function writeSome(files: readonly DurableFile[]): Promise<void> {
  const parts = files.map((each) => ({ temporary: temporaryOf(each.file), ...each }))
  const writes = parts.map(({ temporary, bytes, modifiedAt }) => writeFlushed(temporary, bytes, modifiedAt))
  try {
    // All have ended before what is left of them is removed.
    const failed = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    for (const { temporary, file } of parts) await rename(temporary, file)
  } catch (error) {
    for (const { temporary } of parts) await rm(temporary, { force: true })
    throw error
  }
}

/** Gives its name to a file that something else has written to `temporary`; it outlives a power cut from then on. */
export async function renameDurably(temporary: string, file: string): Promise<void> {
  await flush(temporary)
  await rename(temporary, file)
  await flushFolders(foldersOf([{ file }]))
}

/**
 * Removes the files that are there, and what a killed process left half-written beside them, which may be of a page
 * that is no longer public. Once it resolves, a power cut brings none of them back.
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

async function writeFlushed(path: string, bytes: Uint8Array, modifiedAt?: Date): Promise<void> {
  const handle = await open(path, 'w')
  try {
    await handle.writeFile(bytes)
    if (modifiedAt !== undefined) await handle.utimes(modifiedAt, modifiedAt)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** A new folder is an entry in the one above it, which is flushed too. */
async function makeFolder(folder: string): Promise<void> {
  const outermost = await mkdir(folder, { recursive: true })
  if (outermost === undefined) return
  const above = dirname(resolve(outermost))
  for (let path = dirname(resolve(folder)); path.length >= above.length; path = dirname(path)) {
    await flushFolder(path)
    if (path === above) return
  }
}

/** A rename or removal is a change of the folder, and safe when that is on the disk. */
async function flushFolders(folders: Iterable<string>): Promise<void> {
  for (const folder of folders) await flushFolder(folder)
}

function foldersOf(files: readonly { file: string }[]): Set<string> {
  return new Set(files.map(({ file }) => dirname(file)))
}

/** A folder that is not there holds nothing to lose. */
async function flushFolder(folder: string): Promise<void> {
  // Windows opens no folder as a file, and NTFS keeps a journal of names by itself.
  if (process.platform === 'win32') return
  await flush(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
