import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a build is made from; a change in any of it makes the build stale. */
const roots = ['site', 'admin-api/contract', 'astro.config.mjs', 'package-lock.json']

/** Baked into the static pages at build time. */
const variables = ['SITE_URL', 'SOCIAL_URL', 'SUPPORT_URL', 'CONTACT_EMAIL']

export async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const root of roots) {
    for (const file of await listFiles(root)) hash.update(`${file}\0`).update(await readFile(file))
  }
  for (const name of variables) hash.update(`\0${name}=${process.env[name] ?? ''}`)
  return hash.digest('hex').slice(0, 16)
}

async function listFiles(root: string): Promise<string[]> {
  if (root.includes('.')) return [root]
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
