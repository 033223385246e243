import type { DiskSpace } from '../../platform/files/disk-space.ts'

const leastFreeShare = 0.05
const gigabyte = 1e9

/** What is wrong with a disk and what to do, in sentences; null while it has room. */
export function findLackOfRoom({ folders, freeBytes, freeShare }: DiskSpace): string | null {
  if (freeShare >= leastFreeShare) return null
  const names = folders.map(({ variable, path }) => `${variable} (${path})`).join(' and ')
  const percent = Math.floor(freeShare * 1000) / 10
  return (
    `The disk of ${names} has ${percent} % left, ${(freeBytes / gigabyte).toFixed(1)} GB. ` +
    'Make room on it or enlarge it: once it is full, nothing can be saved.'
  )
}
