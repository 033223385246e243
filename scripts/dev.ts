// Serves site and API with hot reload at http://localhost:4321; pages are rendered on request from the database.
// When: by hand, `npm run dev`, while working on the product.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { readOptions } from './command.ts'

readOptions({})
const watched = ['admin-api', 'data'].map((folder) => `--watch-path=${folder}`)
const server = spawn(process.execPath, [...watched, join(import.meta.dirname, 'dev/serve.ts')], {
  stdio: 'inherit'
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))
