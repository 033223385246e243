import { writeLog } from '../admin-log/admin-log.db.ts'
import {
  collectGroup,
  collectionGroups,
  collectOne,
  fixPltwEstimate,
  groupNames,
  nameScope,
  readCollection,
  stopCollection
} from '../contract/collection.ts'
import { formatLongDay } from '../market-days/days.ts'
import { toManualEntry } from '../payments/manual-entry.ts'
import type { RouteParts, Routes } from '../platform/http/route.ts'
import { findTickers } from './collection.db.ts'
import type { Schedule } from './collection-schedule.ts'
import type { Collector } from './collector.ts'
import { readSourceState } from './source-state.db.ts'
import type { MarketData } from './sources/market-data.ts'

export function addCollectionRoutes(
  { route }: Routes,
  {
    db,
    collector,
    schedule,
    market,
    clock
  }: RouteParts & { collector: Collector; schedule: Schedule; market: Pick<MarketData, 'isLive'> }
): void {
  route(readCollection, async () => {
    const tickersOf = Map.groupBy(await findTickers(db), ({ batch }) => batch)
    return {
      groups: groupNames.map((group) => ({
        group,
        title: collectionGroups[group],
        tickers: (tickersOf.get(group) ?? []).map(({ symbol }) => symbol)
      })),
      running: await collector.findRunning(),
      schedule: {
        next_run: (await schedule.findNextRun())?.toISOString() ?? null,
        paused_until: (await readSourceState(db, 'collection-pause'))?.until ?? null,
        is_connecting: schedule.isConnecting()
      },
      is_live: market.isLive
    }
  })

  route(collectOne, async ({ ticker }, { actor }) => ({
    entry: toManualEntry((await collector.collectOne(ticker, actor)).entry)
  }))

  route(collectGroup, ({ group }, { actor }) => collector.collectGroup(group, actor))

  route(stopCollection, async ({ group }, { actor }) => {
    await collector.stopCollection(group)
    const message = `Stopped collecting ${nameScope(group)}`
    await writeLog(db, { category: 'MANUAL_ENTRY', action: 'BULK_OPERATION', message, actor }, clock())
    return { message: 'It ends after the current fund and saves what it has.' }
  })

  route(fixPltwEstimate, async (_input, { actor }) => {
    const { estimated_amount, ex_date } = await collector.recalculateEstimate('PLTW', actor)
    return {
      new_estimate: estimated_amount,
      message: `PLTW is now estimated at $${estimated_amount.toFixed(4)} for the ex-date ${ex_date && formatLongDay(ex_date)}.`
    }
  })
}
