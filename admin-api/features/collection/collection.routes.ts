import { Router } from 'express'
import {
  collectGroup,
  collectionGroups,
  collectOne,
  fixPltwEstimate,
  groupNames,
  readCollection
} from '../../contract/collection.ts'
import { route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { toManualEntry } from '../../wire/manual-entry.ts'
import { findTickers } from './collection.db.ts'

export function createCollectionRoutes({ db, collector, findSession }: Services): Router {
  const router = Router()
  const options = { findSession }

  route(
    router,
    readCollection,
    async () => {
      const tickersOf = Map.groupBy(await findTickers(db), ({ batch }) => batch)
      return {
        groups: groupNames.map((group) => ({
          group,
          title: collectionGroups[group],
          tickers: (tickersOf.get(group) ?? []).map(({ symbol }) => symbol)
        })),
        running: collector.findRunning()
      }
    },
    options
  )

  route(
    router,
    collectOne,
    async ({ ticker }, { actor }) => ({
      entry: toManualEntry((await collector.collectOne(ticker, actor)).entry)
    }),
    options
  )

  route(router, collectGroup, ({ group }, { actor }) => collector.collectGroup(group, actor), options)

  route(
    router,
    fixPltwEstimate,
    async (_input, { actor }) => {
      const { estimated_amount, ex_date } = await collector.estimateAnew('PLTW', actor)
      return {
        new_estimate: estimated_amount,
        message: `PLTW is now estimated at $${estimated_amount.toFixed(4)} for the ex-date ${ex_date}.`
      }
    },
    options
  )

  return router
}
