import { stat, statfs } from 'node:fs/promises'

/** `folders`: what lies on the disk, each with the variable that names it; `freeShare` is from 0 to 1. */
export type DiskSpace = { folders: Folder[]; freeBytes: number; freeShare: number }
export type Folder = { variable: string; path: string }

/** The disks that folders lie on, each once; a folder that can't be looked at is left out. */
export async function readDisks(folders: readonly Folder[]): Promise<DiskSpace[]> {
  const disks = new Map<number, DiskSpace>()
  for (const folder of folders) {
    try {
      const { dev } = await stat(folder.path)
      const known = disks.get(dev)
      if (known !== undefined) known.folders.push(folder)
      else disks.set(dev, { folders: [folder], ...(await readSpace(folder.path)) })
    } catch {}
  }
  return [...disks.values()]
}

/** What others than root may still write. */
async function readSpace(path: string): Promise<Omit<DiskSpace, 'folders'>> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { freeBytes: bavail * bsize, freeShare: blocks === 0 ? 1 : bavail / blocks }
}
