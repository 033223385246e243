// What for: site and API together with hot reload at http://localhost:4321; pages are drawn on request from the database.
// When: `npm run dev`, while working on the product.
import { dev } from 'astro'
import { openOrExit } from './open-or-exit.ts'

process.env['ASTRO_TELEMETRY_DISABLED'] = '1'
const service = await openOrExit({ publishes: false })
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
            const page = await service.loadPage(path).catch(next)
            // What stands under this symbol reaches the page as Astro.locals.
            const locals = { site: service.site, page: page ?? null, time: await service.readPageTime() }
            Reflect.set(request, Symbol.for('astro.locals'), locals)
            next()
          })
        }
      }
    }
  ]
})
