import express, { type Express } from 'express'
import { createAdminLogsRoutes } from './features/admin-logs/admin-logs.routes.ts'
import { createAuthRoutes } from './features/auth/auth.routes.ts'
import { createBackupsRoutes } from './features/backups/backups.routes.ts'
import { createBlogRoutes } from './features/blog/blog.routes.ts'
import { createCalendarRoutes } from './features/calendar/calendar.routes.ts'
import { createCollectionRoutes } from './features/collection/collection.routes.ts'
import { createDividendHistoryRoutes } from './features/dividend-history/dividend-history.routes.ts'
import { createFundsRoutes } from './features/funds/funds.routes.ts'
import { createHealthRoutes } from './features/health/health.routes.ts'
import { createMetricsRoutes } from './features/health/metrics/metrics.routes.ts'
import { createManualEntriesRoutes } from './features/manual-entries/manual-entries.routes.ts'
import { createRankingsRoutes } from './features/rankings/rankings.routes.ts'
import { createRecordRoutes } from './features/record/record.routes.ts'
import { createSearchMetricsRoutes } from './features/search-metrics/search-metrics.routes.ts'
import { createStockRoutes } from './features/stock/stock.routes.ts'
import { createTopAccuracyRoutes } from './features/top-accuracy/top-accuracy.routes.ts'
import { answerErrors, refuseUnknownRoute } from './http/errors.ts'
import { callsPerMinute, limitCalls, type RequestLimits, searchLimits } from './http/rate-limit.ts'
import { identifyRequest } from './http/request-id.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import { createErrorPage, serveSite } from './http/static-files.ts'
import { createProxyWatch } from './http/untrusted-proxy.ts'
import { watchRequests } from './http/watch-requests.ts'
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
