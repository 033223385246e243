// Serves site and API with hot reload at http://localhost:4321; pages are rendered on request from the database.
// When: by hand, `npm run dev`, while working on the product.
import { spawn } from 'node:child_process'
import { exitWith, readOptions } from './command.ts'

const serving = '--serve'
if (process.argv.includes(serving)) await serve()
else {
  readOptions({})
  serveAgainAfterChanges()
}

/** Starts this file again, as the server, and once more whenever a file of the service changes. */
function serveAgainAfterChanges(): void {
  const watched = ['admin-api', 'data'].map((folder) => `--watch-path=${folder}`)
  const server = spawn(process.execPath, [...watched, import.meta.filename, serving], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
  server.on('exit', (code) => process.exit(code ?? 1))
}

async function serve(): Promise<void> {
  process.env['ASTRO_TELEMETRY_DISABLED'] = '1'
  const { dev } = await import('astro')
  const { openService } = await import('../admin-api/open-service.ts')
  const service = await openService(process.env, { publishes: false }).catch(
    exitWith("Doubloon can't start: ")
  )
  const newPassword = await service.ensurePassword()
  if (newPassword !== null) console.log(`Admin password, shown this once: ${newPassword}`)
  await dev({
    server: { port: service.config.port, host: service.config.host },
    integrations: [
      {
        name: 'doubloon-dev',
        hooks: {
          'astro:server:setup': ({ server }) => {
            server.middlewares.use(async (request, response, next) => {
              const path = (request.url ?? '/').replace(/[?#].*$/, '')
              if (/^\/(?:api|blog-images)\//.test(path)) return service.app(request, response)
              // Astro.locals of the page come from this symbol.
              const page = (await service.loadPage(path).catch(next)) ?? { kind: 'text' }
              const locals = { site: service.site, page, time: await service.readPageTime() }
              Reflect.set(request, Symbol.for('astro.locals'), locals)
              next()
            })
          }
        }
      }
    ]
  })
}
