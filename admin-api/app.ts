import express, { type Express } from 'express'
import { addAuthRoutes } from './accounts/auth.routes.ts'
import { addRecordRoutes } from './accuracy/record.routes.ts'
import { addAdminLogsRoutes } from './admin-log/admin-log.routes.ts'
import { addFundsRoutes, type FundParts } from './administration/funds/funds.routes.ts'
import { addProposalRoutes } from './administration/funds/proposals.routes.ts'
import { addDividendHistoryRoutes } from './administration/history/dividend-history.routes.ts'
import { addReviewRoutes } from './administration/review.routes.ts'
import { addBlogRoutes } from './blog/blog.routes.ts'
import { addCalendarRoutes } from './calendar/calendar.routes.ts'
import { addCollectionRoutes } from './collection/collection.routes.ts'
import type { Schedule } from './collection/collection-schedule.ts'
import type { Collector } from './collection/collector.ts'
import { addHolderClosesRoutes, holderClosesLimits } from './collection/holder-closes.routes.ts'
import type { HolderClosesParts } from './collection/holder-closes.ts'
import { addSourcesRoutes, type SourceRouteParts } from './collection/sources.routes.ts'
import type { Config } from './config.ts'
import { guardDemo } from './demo-day.ts'
import { addNotificationRoutes, notificationLimits } from './notifications/notifications.routes.ts'
import type { Backups } from './operations/backups/backups.ts'
import { addSettingsRoutes, type SettingsParts } from './operations/backups/settings.routes.ts'
import { addHealthRoutes, type HealthParts } from './operations/health/health.routes.ts'
import type { CheckParts, InstanceParts } from './operations/health/health-checks.ts'
import { addMetricsRoutes, type MetricsParts } from './operations/health/metrics.routes.ts'
import { addWitnessRoutes } from './operations/witnesses/witnesses.routes.ts'
import { addCompareRoutes } from './pages/open-data/compare.routes.ts'
import { createProxyWatch } from './platform/http/client-address.ts'
import { answerErrors, refuseUnknownRoute } from './platform/http/errors.ts'
import { callsPerMinute, limitCalls, type RequestLimits, searchLimits } from './platform/http/rate-limit.ts'
import { identifyRequest, watchRequests } from './platform/http/request-log.ts'
import { sendContractVersion, setSecurityHeaders } from './platform/http/response-headers.ts'
import { createRoutes } from './platform/http/route.ts'
import { createErrorPage, type SiteFiles, serveSite } from './platform/http/static-files.ts'
import { createAddressWatch } from './platform/http/visited-address.ts'
import type { QueueChange } from './publishing/page-kind.ts'
import type { PageRenderer } from './publishing/render-threads.ts'
import { addRankingsRoutes } from './rankings/rankings.routes.ts'
import type { SearchRecorder } from './search/search-recorder.ts'
import { addSearchMetricsRoutes, addStockRoutes } from './search/stock.routes.ts'

export type Services = FundParts &
  HealthParts &
  MetricsParts &
  CheckParts &
  InstanceParts &
  SettingsParts &
  SourceRouteParts &
  HolderClosesParts & {
    queueChange: QueueChange
    searchRecorder: SearchRecorder
    renderer: PageRenderer
    collector: Collector
    schedule: Schedule
    backups: Backups
    pushHosts: readonly string[]
    witnessHosts: readonly string[]
  }

export type AppOptions = SiteFiles &
  Pick<Config, 'siteUrl' | 'trustProxy'> &
  Partial<Pick<Config, 'metricsToken' | 'siteHosts'>> & {
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
  const { siteUrl, siteHosts = [] } = options
  const isSet = services.givenVariables.includes('SITE_URL')
  const addressWatch = createAddressWatch({ siteUrl, isSet, siteHosts }, services.log)
  app.use(addressWatch.watch)
  app.use('/api', sendContractVersion)
  if (options.isDemo) app.use(guardDemo)
  const limit = limitCalls(options.callsPerMinute ?? callsPerMinute, services.findSession)
  app.use('/api', limit)
  const routes = createRoutes(services.findSession)
  const findAddressFaults = () =>
    [proxyWatch.findFault(), addressWatch.findFault()].filter((fault) => fault !== null)
  addStockRoutes(routes, services, limits)
  addSearchMetricsRoutes(routes, services)
  addRankingsRoutes(routes, services)
  addRecordRoutes(routes, services)
  addCalendarRoutes(routes, services)
  addNotificationRoutes(routes, services, options.limits ?? notificationLimits)
  addHealthRoutes(routes, services, { siteDir: options.siteDir, findAddressFaults })
  addMetricsRoutes(routes, services, options.metricsToken ?? null)
  addAuthRoutes(routes, services, { siteUrl: options.siteUrl, isPasswordPublic: options.isDemo === true })
  addAdminLogsRoutes(routes, services)
  addSettingsRoutes(routes, services)
  addWitnessRoutes(routes, services)
  addBlogRoutes(routes, services, siteUrl)
  addDividendHistoryRoutes(routes, services)
  addReviewRoutes(routes, services)
  addCollectionRoutes(routes, services)
  addSourcesRoutes(routes, services)
  addHolderClosesRoutes(routes, services, options.limits ?? holderClosesLimits)
  addFundsRoutes(routes, services)
  addProposalRoutes(routes, services)
  addCompareRoutes(routes, services, limit)
  app.use(routes.router)
  app.use('/api', refuseUnknownRoute)
  app.use(serveSite(options))
  app.use(answerErrors(services.log, createErrorPage(options.siteDir)))
  return app
}
