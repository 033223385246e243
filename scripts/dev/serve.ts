// The development server, which Node restarts when a file of the service changes.
// When: started by dev.ts.
import { dev } from 'astro'
import { openService } from '../../admin-api/open-service.ts'
import { exitWith } from '../command.ts'

process.env['ASTRO_TELEMETRY_DISABLED'] = '1'
const service = await openService(process.env, { publishes: false }).catch(exitWith("Doubloon can't start: "))
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
