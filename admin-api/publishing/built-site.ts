import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import SQLite from 'better-sqlite3'
import type { SiteInfo } from '../contract/pages.ts'
import { lockExclusively, lockShared } from '../platform/database/lock-database.ts'
import { openInBlock } from '../platform/database/private-files.ts'
import { readJson, removeDurably, writeDurably, writeJsonDurably } from '../platform/files/durable-file.ts'
import type { RenderPage } from './publish-page.ts'

/**
 * Output of `npm run build`. Each build has its own folder, `builds/NAME` in the build folder, which never changes once
 * `current` names it. A running server keeps the build that it started with.
 */
export type BuiltSite = {
  name: string
  folder: string
  /** Folder of the static files before they are installed into the site. */
  clientDir: string
  /** Static files by their paths in clientDir, including compressed copies. */
  files: string[]
}

/** @throws Error with one sentence if the site was not built */
export async function readBuiltSite(buildDir: string): Promise<BuiltSite> {
  const name = await readFile(join(buildDir, 'current'), 'utf8').catch(() => null)
  if (name === null) throw new Error(`there is no built site in ${buildDir}; run npm run build.`)
  const folder = join(buildDir, 'builds', name)
  const { files }: { files: string[] } = JSON.parse(await readFile(join(folder, 'build.json'), 'utf8'))
  return {
    name,
    folder,
    clientDir: join(folder, 'client'),
    files
  }
}

/** File in the folder of each build. Servers that render with the build share a lock on it; it may be read-only. */
const lockName = 'in-use.lock'

/** Keeps a build from being removed while this process runs. @returns a function that releases it */
export function holdBuild(folder: string): () => void {
  const file = join(folder, lockName)
  // Builds of earlier versions have no lock file.
  if (!existsSync(file)) return () => undefined
  const lock = new SQLite(file, { readonly: true })
  lockShared(lock)
  return () => void lock.close()
}

/** Earlier builds to retain, because servers of earlier versions hold no lock. */
const retainedBuilds = 2

/** Removes unused builds older than the last two before `current`. */
export async function removeEarlierBuilds(buildDir: string, current: string): Promise<void> {
  const builds = join(buildDir, 'builds')
  const others = (await readdir(builds)).filter((name) => name !== current).sort()
  for (const name of others.slice(0, -retainedBuilds)) {
    const folder = join(builds, name)
    if (!isInUse(folder)) await rm(folder, { recursive: true, force: true })
  }
}

function isInUse(folder: string): boolean {
  using lock = openInBlock(join(folder, lockName), { timeout: 0 })
  return !lockExclusively(lock)
}

/** Creates the lock file of a build. It stays empty. */
export async function addBuildLock(folder: string): Promise<void> {
  await writeFile(join(folder, lockName), '')
}

/** Loads the compiled renderer of a build, which takes half a second. */
export async function loadRenderer(folder: string): Promise<RenderPage> {
  // React chooses its variant when it is loaded, and the renderer was compiled for this one.
  process.env['NODE_ENV'] = 'production'
  const { render }: { render: RenderPage } = await import(
    pathToFileURL(join(folder, 'server', 'entry.mjs')).href
  )
  return render
}

/** Sources of a site's files. It is saved among the files, so that it is copied, moved and lost with them. */
export type SiteStamp = {
  /** Id of the database that the pages were rendered from. */
  database: string
  /** Installed build; '' while it is being replaced. */
  build: string
  site: SiteInfo
  /** Static files of the build by their paths in the site's folder. */
  files: readonly string[]
  /** Files of earlier builds that open pages may still request, each with the instant since when no page refers to it. */
  outdatedAssets: Readonly<Record<string, string>>
}

/** Null if there is no readable stamp. */
export function readSiteStamp(siteDir: string): Promise<SiteStamp | null> {
  return readJson(stampFileIn(siteDir))
}

export function writeSiteStamp(siteDir: string, stamp: SiteStamp): Promise<void> {
  return writeJsonDurably(stampFileIn(siteDir), stamp)
}

/** The server sends no hidden files. */
function stampFileIn(siteDir: string): string {
  return join(siteDir, '.published.json')
}

/** The names of files in this folder contain a hash of their content. */
export const assetFolder = '_astro'
const retentionDays = 30

/**
 * Copies the files of a build into the site. Assets of earlier builds stay for 30 days, because an open page may still
 * request them.
 * @returns the values for the new stamp
 */
export async function installBuild(
  { clientDir, files }: BuiltSite,
  siteDir: string,
  before: SiteStamp | null,
  now: Date
): Promise<Pick<SiteStamp, 'files' | 'outdatedAssets'>> {
  const present = new Set(await listAssets(siteDir))
  const missing = files.filter((file) => !present.has(file))
  await copyChanged(clientDir, siteDir, missing)

  const built = new Set(files)
  const oldest = new Date(now.getTime() - retentionDays * 86_400_000).toISOString()
  const outdated = [...present]
    .filter((file) => !built.has(file))
    .map((file) => ({ file, since: before?.outdatedAssets[file] ?? now.toISOString() }))
  const expired = outdated.filter(({ since }) => since < oldest).map(({ file }) => file)
  // queueEveryPage() removes pages, which builds of earlier versions contained.
  const gone = (before?.files ?? []).filter(
    (file) => !built.has(file) && !isPage(file) && !file.startsWith(`${assetFolder}/`)
  )
  await removeDurably([...gone, ...expired].map((file) => join(siteDir, file)))
  const retained = outdated.filter(({ since }) => since >= oldest)
  return { files, outdatedAssets: Object.fromEntries(retained.map(({ file, since }) => [file, since])) }
}

function isPage(file: string): boolean {
  return /\.html(?:\.br|\.gz)?$/.test(file)
}

/** Leaves out the temporary files of a killed process. */
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
    const existing = await readFile(file).catch(() => null)
    if (existing === null || !existing.equals(bytes)) copies.push({ file, bytes })
  }
  await writeDurably(copies)
}
