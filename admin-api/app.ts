import express, { type Express } from 'express'
import { createAdminLogsRoutes } from './admin-log/admin-log.routes.ts'
import { createAuthRoutes } from './accounts/auth.routes.ts'
import { createBackupsRoutes } from './operations/backups/backups.routes.ts'
import { createBlogRoutes } from './blog/blog.routes.ts'
import { createCalendarRoutes } from './calendar/calendar.routes.ts'
import { createCollectionRoutes } from './collection/collection.routes.ts'
import { createDividendHistoryRoutes } from './administration/history/dividend-history.routes.ts'
import { createFundsRoutes } from './administration/funds/funds.routes.ts'
import { createHealthRoutes } from './operations/health/health.routes.ts'
import { createMetricsRoutes } from './operations/health/metrics/metrics.routes.ts'
import { createManualEntriesRoutes } from './administration/entries/manual-entries.routes.ts'
import { createRankingsRoutes } from './rankings/rankings.routes.ts'
import { createRecordRoutes } from './accuracy/record.routes.ts'
import { createSearchMetricsRoutes } from './search/search-metrics.routes.ts'
import { createStockRoutes } from './search/stock.routes.ts'
import { createTopAccuracyRoutes } from './accuracy/top-accuracy.routes.ts'
import { answerErrors, refuseUnknownRoute } from './platform/http/errors.ts'
import { callsPerMinute, limitCalls, type RequestLimits, searchLimits } from './platform/http/rate-limit.ts'
import { identifyRequest } from './platform/http/request-id.ts'
import { setSecurityHeaders } from './platform/http/security-headers.ts'
import { createErrorPage, serveSite } from './platform/http/static-files.ts'
import { createProxyWatch } from './platform/http/untrusted-proxy.ts'
import { watchRequests } from './platform/http/watch-requests.ts'
import type { Services } from './services.ts'

export type AppOptions = {
  siteDir: string
  /** As the publisher has it; left out where nothing is published. */
  bringUpToDate?: (path: string, needs: { newest: boolean }) => Promise<void>
  /** Whether a page is still to be drawn; left out where nothing is published. */
  isWaiting?: (path: string) => boolean
  /** Origin without trailing slash. */
  siteUrl: string
  previewHosts: readonly string[]
  /** As Express takes it. */
  trustProxy: boolean | number | string
  /** What lets who is not on this machine read the metrics; null: nobody else may. */
  metricsToken?: string | null
  /** Other limits than the product's, for a load test from one address. */
  limits?: RequestLimits
  callsPerMinute?: number
}

export function createApp(services: Services, options: AppOptions): Express {
  const limits = options.limits ?? searchLimits
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', options.trustProxy)
  app.set('site is https', options.siteUrl.startsWith('https:'))
  app.use(identifyRequest)
  app.use(watchRequests(services.log, services.metrics))
  app.use(setSecurityHeaders(options.siteUrl))
  const proxyWatch = createProxyWatch(services.log)
  app.use(proxyWatch.watch)
  app.use('/api', limitCalls(options.callsPerMinute ?? callsPerMinute, services.findSession))
  app.use(createStockRoutes(services, limits))
  app.use(createSearchMetricsRoutes(services))
  app.use(createRankingsRoutes(services))
  app.use(createRecordRoutes(services))
  app.use(createCalendarRoutes(services))
  app.use(createHealthRoutes(services, proxyWatch.findFault))
  app.use(createMetricsRoutes(services, options.metricsToken ?? null))
  app.use(createAuthRoutes(services, options.siteUrl))
  app.use(createAdminLogsRoutes(services))
  app.use(createBackupsRoutes(services))
  app.use(createTopAccuracyRoutes(services))
  app.use(createBlogRoutes(services))
  app.use(createDividendHistoryRoutes(services))
  app.use(createManualEntriesRoutes(services))
  app.use(createCollectionRoutes(services))
  app.use(createFundsRoutes(services))
  app.use('/api', refuseUnknownRoute)
  app.use(serveSite(options))
  app.use(answerErrors(services.log, createErrorPage(options.siteDir)))
  return app
}
