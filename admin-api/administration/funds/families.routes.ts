import type { Router } from 'express'
import { readFamilies, saveFamily } from '../../contract/admin-families.ts'
import type { RunJob } from '../../estimates/job.ts'
import { familyRuleNames } from '../../estimator/rules/rule-forecasts.ts'
import { findFamilies } from '../../funds/families.db.ts'
import { findFunds } from '../../funds/funds.db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { createRoutes } from '../../platform/http/route.ts'
import type { RouteParts } from '../../platform/http/session-guard.ts'
import { storeFamily } from './funds.jobs.ts'

type FamilyParts = RouteParts & { runJob: RunJob }

export function createFamiliesRoutes({ db, findSession, runJob }: FamilyParts): Router {
  const { router, route } = createRoutes(findSession)

  route(readFamilies, async () => {
    const fundsOf = Map.groupBy(await findFunds(db), ({ family }) => family)
    const families = await findFamilies(db)
    return {
      families: families.map((family) => ({ ...family, funds: fundsOf.get(family.id)?.length ?? 0 })),
      rules: [...familyRuleNames]
    }
  })

  route(saveFamily, async (family, { actor }) => {
    const unknown = family.rules.find((name) => !familyRuleNames.includes(name))
    if (unknown !== undefined)
      throw new ApiError(
        'invalid-input',
        `rules must be among ${familyRuleNames.join(', ')}; there is no rule ${unknown}.`
      )
    return { message: await runJob(storeFamily, { family, actor }) }
  })

  return router
}
