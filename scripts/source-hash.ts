import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { siteUrlOf } from '../admin-api/contract/pages.ts'

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

/** Environment variables that static pages contain, besides those of the site's address. */
const variables = ['SOCIAL_URL', 'SUPPORT_URL', 'CONTACT_EMAIL']

export async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await listSources()) hash.update(`${file}\0`).update(await readFile(file))
  hash.update(`\0${siteUrlOf(process.env)}`)
  for (const name of variables) hash.update(`\0${name}=${process.env[name] ?? ''}`)
  return hash.digest('hex').slice(0, 16)
}

/** Paths of all hashed files. */
export async function listSources(): Promise<string[]> {
  return (await Promise.all(roots.map(listFiles))).flat()
}

async function listFiles(root: string): Promise<string[]> {
  if (root.includes('.')) return [root]
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
