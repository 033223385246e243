import { setImmediate } from 'node:timers/promises'
import { Cron } from 'croner'
import { groupNames } from '../../admin-api/contract/collection.ts'
import { newYork } from '../../admin-api/domain/schedule/new-york.ts'
import { createEmbeddedMarketData } from '../../admin-api/market/embedded.ts'
import { createYahooMarketData } from '../../admin-api/market/yahoo.ts'
import { openService, type Service } from '../../admin-api/open-service.ts'
import { sendTo } from '../../admin-api/testing/yahoo-server.ts'
import type { Facts } from '../../data/schema.ts'

/** A clock that stands still but where the service sleeps, which then takes no time. */
export type MovedClock = { now: number }

export const operatorPassword = 'a year without an operator'

/** The real service on the stand-in at `url`, at the moment of `clock`; nothing is published. */
export async function openRehearsed(
  place: { dataDir: string; url: string; facts: Facts },
  clock: MovedClock
): Promise<Service> {
  const environment = {
    DATA_DIR: place.dataDir,
    SITE_DIR: `${place.dataDir}/site`,
    MARKET_DATA: 'yahoo',
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
      () => 'rehearsal'
    )
  })
}

/** What the schedule does when its time has come. */
export async function collectWhatIsDue(service: Service): Promise<void> {
  for (const group of groupNames) await service.collector.collectGroup(group)
}

export async function findNextRun(_service: Service, pattern: string, now: Date): Promise<Date | null> {
  return new Cron(pattern, { mode: '5-part', timezone: newYork, paused: true }).nextRun(now)
}
