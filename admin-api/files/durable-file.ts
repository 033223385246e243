import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * `temporary`: where the bytes are written first, in the same folder; file + '.writing' when left out. `modifiedAt`:
 * what the file says of its time; that of the writing when left out.
 */
export type DurableFile = { file: string; bytes: Uint8Array; temporary?: string; modifiedAt?: Date }

/**
 * Writes the files one after the other, each whole or not at all, and makes their folders. Once it resolves, bytes and
 * names outlive a power cut. Two calls that write the same file at once need a temporary of their own.
 */
export async function writeDurably(files: readonly DurableFile[]): Promise<void> {
  for (const { file, bytes, temporary = temporaryOf(file), modifiedAt } of files) {
    await makeFolder(dirname(file))
    try {
      await writeFlushed(temporary, bytes, modifiedAt)
      await rename(temporary, file)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }
  await flushFoldersOf(files.map(({ file }) => file))
}

/** Gives its name to a file that something else has written to `temporary`; it outlives a power cut from then on. */
export async function renameDurably(temporary: string, file: string): Promise<void> {
  await flush(temporary)
  await rename(temporary, file)
  await flushFoldersOf([file])
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
  await flushFoldersOf(files)
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
async function flushFoldersOf(files: readonly string[]): Promise<void> {
  for (const folder of new Set(files.map(dirname))) await flushFolder(folder)
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
