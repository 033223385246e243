import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Sources of a build; a change in any of them makes the build stale. */
const roots = [
  'site',
  'admin-api/contract',
  'admin-api/numbers',
  'admin-api/market-days',
  'admin-api/estimator',
  'admin-api/returns',
  'admin-api/signed-record',
  'astro.config.mjs',
  'package-lock.json'
]

/** Identifies the sources of the site. */
export function hashOfSources(): string {
  return hashOf(listSources())
}

/** Identifies the sources of the bundled service. */
export function hashOfService(): string {
  const sources = ['admin-api', 'data'].flatMap(listFiles)
  return hashOf([...sources.filter((file) => /(?<!\.test)\.ts$/.test(file)), 'package-lock.json'])
}

/** Folder of the current build and hashes of the sources it was made from; null if they are unknown. */
export async function readCurrentBuild(
  buildDir: string
): Promise<{ folder: string; id: string | null; service: string | null }> {
  const name = await readFile(join(buildDir, 'current'), 'utf8').catch(() => null)
  if (name === null) return { folder: '', id: null, service: null }
  const folder = resolve(buildDir, 'builds', name)
  const text = await readFile(join(folder, 'build.json'), 'utf8').catch(() => '{}')
  return { folder, id: null, service: null, ...JSON.parse(text) }
}

/** Paths of all files that the site is built from. */
export function listSources(): string[] {
  return roots.flatMap(listFiles)
}

/** Synchronous, which reads a thousand small files in half the time. */
function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function listFiles(root: string): string[] {
  if (root.includes('.')) return [root]
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
