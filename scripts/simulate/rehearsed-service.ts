import { setImmediate } from 'node:timers/promises'
import { createEmbeddedMarketData } from '../../admin-api/collection/sources/embedded.ts'
import { createYahooMarketData } from '../../admin-api/collection/sources/yahoo.ts'
import { openService, type Service } from '../../admin-api/open-service.ts'
import { sendTo } from '../../admin-api/testing/yahoo-server.ts'
import type { Facts } from '../../data/schema.ts'

/** A clock that stands still but where the service sleeps, which then takes no time. */
export type MovedClock = { now: number }

export const operatorPassword = 'a year without an operator'

/** `pattern` takes the place of the usual times of collecting; null: it does not. */
export type RehearsalPlace = { dataDir: string; url: string; facts: Facts; pattern: string | null }

/** The real service on the stand-in at `url`, at the moment of `clock`; nothing is published. */
export async function openRehearsed(place: RehearsalPlace, clock: MovedClock): Promise<Service> {
  const environment = {
    DATA_DIR: place.dataDir,
    SITE_DIR: `${place.dataDir}/site`,
    MARKET_DATA: 'yahoo',
    COLLECT_CRON: place.pattern ?? '',
    ALERT_URL: `${place.url}/alert`,
    LOG_LEVEL: 'silent',
    ADMIN_PASSWORD: operatorPassword
  }
  return openService(environment, {
    publishes: false,
    clock: () => new Date(clock.now),
    market: createYahooMarketData({
      fetch: sendTo(place.url),
      clock: () => new Date(clock.now),
      sleep: async (milliseconds) => {
        clock.now += milliseconds
        // Others have their turn, as in a real pause.
        await setImmediate()
      },
      random: () => 0.5
    }),
    facts: createEmbeddedMarketData(
      () => place.facts,
      () => 'as known before the span'
    )
  })
}
