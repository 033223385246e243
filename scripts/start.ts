// Serves the product at one address; builds the site first if the build is missing or stale.
// When: `npm start`, by hand or by a supervisor such as systemd.
//
// The settings that matter, as environment variables (all of them: docs/operations.md):
//   MARKET_DATA     auto: live as soon as a source responds (default); yahoo or nasdaq: that one; embedded: offline
//   PORT, HOST      where it listens: 4321 and 127.0.0.1
//   SITE_URL        address visitors use, https://example.com
//   DATA_DIR        folder of the database and its backups: var
//   ADMIN_PASSWORD  password of the operator; without it the first start generates one
//   DEMO            a day: a demo that anyone may visit, like --on
import { spawnSync } from 'node:child_process'
import { access, constants, mkdir } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { day, readOptions } from './command.ts'
import { hashOfService, hashOfSources, readCurrentBuild } from './source-hash.ts'

const { on } = readOptions({
  on: day(
    'shows the product as of this day on the figures in data/, for demos; nothing is collected or recorded'
  )
})
const demoDay = on ?? process.env['DEMO']
if (demoDay) {
  process.env['DEMO'] = demoDay
  // A demonstration has a database and pages of its own.
  process.env['DATA_DIR'] = join(process.env['DATA_DIR'] || 'var', `demo-${demoDay}`)
  process.env['SITE_DIR'] = join(process.env['DATA_DIR'], 'site')
}
const buildDir = process.env['BUILD_DIR'] || 'dist'
// Compiled sources are cached for the next start, which halves loading time. Threads read the variable.
process.env['NODE_COMPILE_CACHE'] ??= resolve(buildDir, 'compiled')
enableCompileCache()
let current = await readCurrentBuild(buildDir)
if (current.id !== hashOfSources()) {
  await requireWritable(buildDir)
  console.log('Building the site ...')
  const build = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
  if (build.status !== 0) process.exit(build.status ?? 1)
  current = await readCurrentBuild(buildDir)
}
const { folder, service } = current
// If only the service changed, it runs from its sources without a build, which takes a second longer to load.
const isBundled = service !== null && service === hashOfService()
if (isBundled) await import(pathToFileURL(join(folder, 'service', 'server.mjs')).href)
else await import('../admin-api/server.ts')

/** Exits with an explanation if the service can't write a build, as on a read-only installation. */
async function requireWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch {
    console.error(
      `Doubloon can't start: there is no build in ${folder} of these sources, and none can be made there. Run npm run ` +
        'build as a user who may write there.'
    )
    process.exit(1)
  }
}
