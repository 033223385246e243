import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeDurably, writeDurably } from '../platform/files/durable-file.ts'
import type { BuiltSite } from './built-site.ts'
import type { SiteStamp } from './site-stamp.ts'

/** Files in here carry a hash of their content in their name. */
export const assetFolder = '_astro'
const daysKept = 30

/**
 * Puts the static files of a build into the site. No page ever names a file that is not there: what pages name comes
 * first, then the pages, and assets of earlier builds stay for a time, because a page that is open may ask for more.
 * @returns what belongs into the new stamp.
 */
export async function installBuild(
  { clientDir, files }: BuiltSite,
  siteDir: string,
  before: SiteStamp | null,
  now: Date
): Promise<Pick<SiteStamp, 'files' | 'outdatedAssets'>> {
  const present = new Set(await listAssets(siteDir))
  const missing = files.filter((file) => !present.has(file))
  await copyChanged(
    clientDir,
    siteDir,
    missing.filter((file) => !isPage(file))
  )
  await copyChanged(clientDir, siteDir, missing.filter(isPage))

  const built = new Set(files)
  const oldest = new Date(now.getTime() - daysKept * 86_400_000).toISOString()
  const outdated = [...present]
    .filter((file) => !built.has(file))
    .map((file) => ({ file, since: before?.outdatedAssets[file] ?? now.toISOString() }))
  const due = outdated.filter(({ since }) => since < oldest).map(({ file }) => file)
  // A page that the new build does not have may be one that is drawn now; queueEveryPage knows.
  const gone = (before?.files ?? []).filter(
    (file) => !built.has(file) && !isPage(file) && !file.startsWith(`${assetFolder}/`)
  )
  await removeDurably([...gone, ...due].map((file) => join(siteDir, file)))
  const kept = outdated.filter(({ since }) => since >= oldest)
  return { files, outdatedAssets: Object.fromEntries(kept.map(({ file, since }) => [file, since])) }
}

function isPage(file: string): boolean {
  return /\.html(?:\.br|\.gz)?$/.test(file)
}

/** Whole ones: what a killed process left half-written ends in '.writing' and is never asked for. */
async function listAssets(siteDir: string): Promise<string[]> {
  const names = await readdir(join(siteDir, assetFolder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => !name.endsWith('.writing')).map((name) => `${assetFolder}/${name}`)
}

async function copyChanged(fromDir: string, toDir: string, files: readonly string[]): Promise<void> {
  const copies = []
  for (const name of files) {
    const file = join(toDir, name)
    const bytes = await readFile(join(fromDir, name))
    const there = await readFile(file).catch(() => null)
    if (there === null || !there.equals(bytes)) copies.push({ file, bytes })
  }
  await writeDurably(copies)
}
