import express, { type Express } from 'express'
import { createAuthRoutes } from './accounts/auth.routes.ts'
import { createRecordRoutes } from './accuracy/record.routes.ts'
import { createAdminLogsRoutes } from './admin-log/admin-log.routes.ts'
import { createManualEntriesRoutes } from './administration/entries/manual-entries.routes.ts'
import { createFundsRoutes, type FundParts } from './administration/funds/funds.routes.ts'
import { createReturnOfCapitalRoutes } from './administration/funds/return-of-capital.routes.ts'
import { createDividendHistoryRoutes } from './administration/history/dividend-history.routes.ts'
import { createBlogRoutes } from './blog/blog.routes.ts'
import { createCalendarRoutes } from './calendar/calendar.routes.ts'
import { createCollectionRoutes } from './collection/collection.routes.ts'
import type { Schedule } from './collection/collection-schedule.ts'
import type { Collector } from './collection/collector.ts'
import { guardDemo } from './demo-day.ts'
import { createNotificationRoutes, notificationLimits } from './notifications/notifications.routes.ts'
import type { Backups } from './operations/backups/backups.ts'
import { createSettingsRoutes, type SettingsParts } from './operations/backups/settings.routes.ts'
import { createHealthRoutes, type HealthParts } from './operations/health/health.routes.ts'
import type { CheckParts, InstanceParts } from './operations/health/health-checks.ts'
import { createMetricsRoutes } from './operations/health/metrics.routes.ts'
import type { MetricsParts } from './operations/health/metrics.ts'
import { createCompareRoutes } from './pages/open-data/compare.routes.ts'
import { createProxyWatch } from './platform/http/client-address.ts'
import { sendContractVersion } from './platform/http/contract-version.ts'
import { answerErrors, refuseUnknownRoute } from './platform/http/errors.ts'
import { callsPerMinute, limitCalls, type RequestLimits, searchLimits } from './platform/http/rate-limit.ts'
import { identifyRequest, watchRequests } from './platform/http/request-log.ts'
import { setSecurityHeaders } from './platform/http/security-headers.ts'
import { createErrorPage, serveSite } from './platform/http/static-files.ts'
import type { QueueChange } from './publishing/page-kind.ts'
import type { PageRenderer } from './publishing/render-threads.ts'
import { createRankingsRoutes } from './rankings/rankings.routes.ts'
import type { SearchRecorder } from './search/search-recorder.ts'
import { createSearchMetricsRoutes, createStockRoutes } from './search/stock.routes.ts'

/** Dependencies of all routes together. */
export type Services = FundParts &
  HealthParts &
  MetricsParts &
  CheckParts &
  InstanceParts &
  SettingsParts & {
    queueChange: QueueChange
    searchRecorder: SearchRecorder
    renderer: PageRenderer
    collector: Collector
    schedule: Schedule
    backups: Backups
    pushHosts: readonly string[]
    expectChange?: () => void
  }

export type AppOptions = {
  siteDir: string
  /** Publisher.bringUpToDate; absent if this instance publishes nothing. */
  bringUpToDate?: (path: string, needs: { newest: boolean }) => Promise<void>
  /** Whether a page waits to be rendered; absent if this instance publishes nothing. */
  isWaiting?: (path: string) => boolean
  /** Origin without trailing slash. */
  siteUrl: string
  previewHosts: readonly string[]
  /** Value of Express's `trust proxy` setting. */
  trustProxy: boolean | number | string
  /** Token for reading metrics from other machines; null allows this machine only. */
  metricsToken?: string | null
  /** Replaces the search limits, for load tests from one address. */
  limits?: RequestLimits
  /** Refuses changes and keeps search engines away. */
  isDemo?: boolean
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
  app.use('/api', sendContractVersion)
  if (options.isDemo) app.use(guardDemo)
  const limit = limitCalls(options.callsPerMinute ?? callsPerMinute, services.findSession)
  app.use('/api', limit)
  app.use(createStockRoutes(services, limits))
  app.use(createSearchMetricsRoutes(services))
  app.use(createRankingsRoutes(services))
  app.use(createRecordRoutes(services))
  app.use(createCalendarRoutes(services))
  app.use(createNotificationRoutes(services, options.limits ?? notificationLimits))
  app.use(createHealthRoutes(services, { siteDir: options.siteDir, findProxyFault: proxyWatch.findFault }))
  app.use(createMetricsRoutes(services, options.metricsToken ?? null))
  app.use(createAuthRoutes(services, options.siteUrl))
  app.use(createAdminLogsRoutes(services))
  app.use(createSettingsRoutes(services))
  app.use(createBlogRoutes(services))
  app.use(createDividendHistoryRoutes(services))
  app.use(createManualEntriesRoutes(services))
  app.use(createCollectionRoutes(services))
  app.use(createFundsRoutes(services))
  app.use(createReturnOfCapitalRoutes(services))
  app.use('/api', refuseUnknownRoute)
  app.use(createCompareRoutes(services, limit))
  app.use(serveSite(options))
  app.use(answerErrors(services.log, createErrorPage(options.siteDir)))
  return app
}
