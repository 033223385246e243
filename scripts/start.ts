// What for: the whole product at one address: builds the site when it is missing or stale, then serves it.
// When: `npm start`.
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { hashOfSources } from './source-hash.ts'

const built: { id?: string } = JSON.parse(await readFile('dist/server/build.json', 'utf8').catch(() => '{}'))
if (process.env['SITE_DIR'] === undefined && built.id !== (await hashOfSources())) {
  console.log('Building the site ...')
  const build = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
  if (build.status !== 0) process.exit(build.status ?? 1)
}
await import('../admin-api/server.ts')
