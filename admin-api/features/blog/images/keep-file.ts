import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Stores the bytes under the name, whole or not at all, and safe on the disk before it resolves. */
export async function keepFile(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const temporary = join(folder, `${name}.${randomUUID()}.writing`)
  try {
    const handle = await open(temporary, 'wx')
    try {
      await handle.writeFile(bytes)
      await handle.datasync()
    } finally {
      await handle.close()
    }
    await rename(temporary, join(folder, name))
  } finally {
    await rm(temporary, { force: true })
  }
}
