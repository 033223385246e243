// What for: the whole product at one address: builds the site when it is missing or stale, then serves it.
// When: `npm start`.
import { spawnSync } from 'node:child_process'
import { access, constants, mkdir, readFile } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { hashOfSources } from './source-hash.ts'

const buildDir = process.env['BUILD_DIR'] || 'dist'
// What is compiled at one start is kept for the next: half of what loading takes. Threads go by the variable.
process.env['NODE_COMPILE_CACHE'] ??= resolve(buildDir, 'compiled')
enableCompileCache()
if ((await readCurrentId()) !== (await hashOfSources())) {
  await requireWritable(buildDir)
  console.log('Building the site ...')
  const build = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
  if (build.status !== 0) process.exit(build.status ?? 1)
}
await import('../admin-api/server.ts')

/** Where a service may not write among its programs, whoever installs it has to build. */
async function requireWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch {
    console.error(
      `Doubloon can't start: there is no build in ${folder} of these sources and this SITE_URL, SOCIAL_URL, ` +
        'SUPPORT_URL and CONTACT_EMAIL, and none can be made there. Run npm run build with the same settings; for a ' +
        'container, build its image with them.'
    )
    process.exit(1)
  }
}

/** What the build that the server would take was made from. */
async function readCurrentId(): Promise<string | null> {
  const name = await readFile(join(buildDir, 'current'), 'utf8').catch(() => null)
  if (name === null) return null
  const text = await readFile(join(buildDir, 'builds', name, 'build.json'), 'utf8').catch(() => '{}')
  const { id = null }: { id?: string | null } = JSON.parse(text)
  return id
}
