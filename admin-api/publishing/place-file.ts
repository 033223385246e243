import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../platform/files/durable-file.ts'

/**
 * How far the files of a site have followed the log: all changes up to and with the number `change` are drawn, but for the
 * paths that still wait. It lies among the files, so that it is copied, moved and lost with them.
 */
export type Place = { change: number; waiting: readonly string[] }

/** Null where there is none, or nobody can read it. */
export async function readPlace(siteDir: string): Promise<Place | null> {
  const text = await readFile(placeFileOf(siteDir), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export async function writePlace(siteDir: string, place: Place): Promise<void> {
  await writeDurably([{ file: placeFileOf(siteDir), bytes: Buffer.from(JSON.stringify(place)) }])
}

/** Hidden: no visitor can ask for it. */
function placeFileOf(siteDir: string): string {
  return join(siteDir, '.place.json')
}
