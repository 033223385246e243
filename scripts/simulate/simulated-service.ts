import { setImmediate } from 'node:timers/promises'
import { createEmbeddedMarketData } from '../../admin-api/collection/sources/embedded.ts'
import { openService, type Service } from '../../admin-api/open-service.ts'
import { sendTo } from '../../admin-api/testing/yahoo-server.ts'
import type { Facts } from '../../data/schema.ts'

/** Simulated time in epoch milliseconds; a sleep of the service advances it and returns at once. */
export type MovedClock = { now: number }

/** `pattern` is a COLLECT_CRON; null for the usual schedule. */
type SimulationSettings = {
  dataDir: string
  url: string
  facts: Facts
  pattern: string | null
  marketData?: string
}

/** Opens the real service with the fake source at `url` and the simulated clock; it publishes nothing. */
export async function openSimulatedService(
  settings: SimulationSettings,
  clock: MovedClock
): Promise<Service> {
  const environment = {
    DATA_DIR: settings.dataDir,
    SITE_DIR: `${settings.dataDir}/site`,
    // Faults of Yahoo would be invisible with a stand-in.
    MARKET_DATA: settings.marketData ?? 'yahoo',
    COLLECT_CRON: settings.pattern ?? '',
    ANNOUNCEMENTS: 'on',
    ARCHIVE: 'on',
    CONTACT_EMAIL: 'operator@doubloon.test',
    ALERT_URL: `${settings.url}/alert`,
    LOG_LEVEL: 'silent'
  }
  const service = await openService(environment, {
    publishes: false,
    clock: () => new Date(clock.now),
    network: {
      fetch: sendTo(settings.url),
      sleep: async (milliseconds) => {
        clock.now += milliseconds
        // Lets other tasks run, like a real pause.
        await setImmediate()
      },
      random: () => 0.5
    },
    facts: createEmbeddedMarketData(
      () => settings.facts,
      () => 'as known before the span'
    )
  })
  await service.sourceWatch.connect?.()
  return service
}
