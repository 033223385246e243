import { Router } from 'express'
import { type Actor, writeLog } from '../../admin-log/admin-log.db.ts'
import { readFamilies, saveFamily } from '../../contract/admin-families.ts'
import type { Family } from '../../contract/families.ts'
import type { ChangeFigures, Job } from '../../estimates/job.ts'
import { refreshEstimates } from '../../estimates/refresh-estimates.ts'
import { familyRuleNames } from '../../estimator/rules/rule-forecasts.ts'
import { findFamilies, writeFamily } from '../../funds/families.db.ts'
import { findFunds } from '../../funds/funds.db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { RouteParts } from '../../platform/http/session-guard.ts'

type FamilyParts = RouteParts & { changeFigures: ChangeFigures }

export function createFamiliesRoutes({ db, findSession, changeFigures }: FamilyParts): Router {
  const router = Router()
  const options = { findSession }

  route(
    router,
    readFamilies,
    async () => {
      const fundsOf = Map.groupBy(await findFunds(db), ({ family }) => family)
      const families = await findFamilies(db)
      return {
        families: families.map((family) => ({ ...family, funds: fundsOf.get(family.id)?.length ?? 0 })),
        rules: [...familyRuleNames]
      }
    },
    options
  )

  route(
    router,
    saveFamily,
    async (family, { actor }) => {
      const unknown = family.rules.find((name) => !familyRuleNames.includes(name))
      if (unknown !== undefined)
        throw new ApiError(
          'invalid-input',
          `rules must be of ${familyRuleNames.join(', ')}; there is no rule ${unknown}.`
        )
      return { message: await changeFigures(storeFamily, { family, actor }) }
    },
    options
  )

  return router
}

/** Adds or replaces a family and estimates all funds again. @returns the sentence for the log */
export const storeFamily: Job<{ family: Family; actor: Actor }, string> = {
  name: 'store-family',
  run: async ({ now, write, queueChange }, { family, actor }) =>
    write(async (trx) => {
      const known = await findFamilies(trx)
      const place = known.findIndex(({ id }) => id === family.id)
      const isNew = place < 0
      await writeFamily(trx, { family, place: isNew ? known.length : place, written_by: 'operator' })
      await refreshEstimates(trx, { now, queueChange })
      await queueChange(trx, { kind: 'funds' }, now)
      const message = `The family ${family.name} was ${isNew ? 'added' : 'changed'}.`
      await writeLog(
        trx,
        {
          ...{ level: 'INFO', category: 'SYSTEM', action: isNew ? 'CREATE' : 'UPDATE', message, actor },
          metadata: { before: known[place] ?? null, after: family }
        },
        now
      )
      return message
    })
}
