import { stat, statfs } from 'node:fs/promises'

export type DiskSpace = {
  /** Folders on the disk, each with the environment variable that sets it. */
  folders: Folder[]
  /** Writable by users other than root. */
  freeBytes: number
  /** From 0 to 1. */
  freeShare: number
}
export type Folder = { variable: string; path: string }

/** Returns each disk that the folders are on once. Leaves out folders that can't be read. */
export async function readDisks(folders: readonly Folder[]): Promise<DiskSpace[]> {
  const disks = new Map<number, DiskSpace>()
  for (const folder of folders) {
    try {
      const { dev } = await stat(folder.path)
      const disk = disks.get(dev)
      if (disk !== undefined) disk.folders.push(folder)
      else disks.set(dev, { folders: [folder], ...(await readSpace(folder.path)) })
    } catch {}
  }
  return [...disks.values()]
}

async function readSpace(path: string): Promise<Omit<DiskSpace, 'folders'>> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { freeBytes: bavail * bsize, freeShare: blocks === 0 ? 1 : bavail / blocks }
}

const minFreeShare = 0.05
/** Enough for a backup of a new database and the pages of a change. */
const minFreeBytes = 20e6

/** Returns a warning with advice, or null while the disk has enough space. */
export function findLackOfRoom({ folders, freeBytes, freeShare }: DiskSpace): string | null {
  if (freeShare >= minFreeShare && freeBytes >= minFreeBytes) return null
  return describeLack({ folders, freeBytes, freeShare })
}

export function describeLack({ folders, freeBytes, freeShare }: DiskSpace): string {
  const names = folders.map(({ variable, path }) => `${variable} (${path})`).join(' and ')
  const percent = Math.floor(freeShare * 1000) / 10
  return (
    `The disk of ${names} has ${percent} % left, ${formatBytes(freeBytes)}. ` +
    'Free some space or enlarge it: once it is full, nothing can be saved.'
  )
}

/** '2.0 GB', '48 MB' */
export function formatBytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.floor(bytes / 1e6)} MB`
}
