// A server for the browser tests: the real one, on a copy of the built site and a database of its own,
// so that a run touches neither the developer's data nor the pages another server is serving.
import { cp, rm } from 'node:fs/promises'

const folder = 'var/e2e'
await rm(folder, { recursive: true, force: true })
await cp('dist', `${folder}/site`, { recursive: true })
Object.assign(process.env, {
  SITE_DIR: `${folder}/site/client`,
  DATA_DIR: `${folder}/data`,
  ADMIN_PASSWORD: 'a password for tests',
  LOG_LEVEL: 'error',
  TRUST_PROXY: '1'
})
await import('../admin-api/server.ts')
