import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request } from 'express'
import { acceptedForms, type CompressedForm } from './compressed-forms.ts'

export type PageFile = { encoding: CompressedForm['encoding'] | null; bytes: Buffer }

/** No dot, so no path leads out of the site, to a hidden file, or past a page's name. */
const pagePath = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?$/

/** The page in the best form the caller accepts, plain without a caller; null when there is no such page. */
export async function readPage(siteDir: string, path: string, caller?: Request): Promise<PageFile | null> {
  if (!pagePath.test(path)) return null
  const file = join(siteDir, path === '/' ? 'index.html' : `${path}.html`)
  for (const { encoding, suffix } of caller === undefined ? [] : acceptedForms(caller)) {
    const bytes = await readIfThere(file + suffix)
    if (bytes !== null) return { encoding, bytes }
  }
  const bytes = await readIfThere(file)
  return bytes === null ? null : { encoding: null, bytes }
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return null
    throw error
  }
}
