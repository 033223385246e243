import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type CopyName, readCopyName } from './copy-names.ts'

export type ListedCopy = CopyName & { bytes: number }

/** The copies of the folder that can be restored, newest first; none where there is no folder. */
export function listCopies(folder: string): ListedCopy[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => readCopyName(name) ?? [])
    .map((copy) => ({ ...copy, bytes: statSync(join(folder, copy.name)).size }))
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}
