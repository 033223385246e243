import { writeLog } from '../admin-log/admin-log.db.ts'
import { dismissSourceHint, readSources, setSource } from '../contract/sources.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { RouteParts, Routes } from '../platform/http/route.ts'
import type { QueueChange } from '../publishing/page-kind.ts'
import { findObstacle, probeSources, type SourceHealthParts } from './source-health.ts'
import { allSources, sources } from './sources/register.ts'
import { listOff, writeChoice } from './sources/source-switches.ts'
import type { SourceUse } from './sources/source-use.ts'

export type SourceRouteParts = RouteParts &
  SourceHealthParts & { use: SourceUse; canCollect: boolean; queueChange: QueueChange }

/** Which sources are read: what each brings, its use, its terms, and its switch. */
export function addSourcesRoutes({ route }: Routes, parts: SourceRouteParts): void {
  const { db, clock, switches, use, canCollect, queueChange } = parts

  route(readSources, async () => {
    await switches.refresh()
    const [uses, healths] = [await use.read(), await probeSources(parts)]
    const hintEnded = (await readMeta(db, 'source-hint')) !== null
    return {
      sources: await Promise.all(
        allSources.map(async ({ id, name, brings, terms, needsPermission, mostRequests }) => {
          const { isOn, decidedBy, hasPermission, variable } = switches.read(id)
          const health = healths.find((each) => each.id === id)
          return {
            id,
            name,
            brings,
            terms,
            needs_permission: needsPermission,
            has_permission: hasPermission,
            is_on: isOn,
            decided_by: decidedBy,
            variable,
            obstacle: await findObstacle(parts, id),
            health: health === undefined ? null : { status: health.status, detail: health.detail },
            last_read_at: uses[id].answeredAt,
            requests_today: uses[id].requests,
            most_requests: mostRequests
          }
        })
      ),
      can_collect: canCollect,
      suggests: canCollect && !hintEnded && listOff(switches).length > 0
    }
  })

  route(setSource, async ({ id, is_on, has_permission }, { actor }) => {
    await switches.refresh()
    const { name, needsPermission } = sources[id]
    const before = switches.read(id)
    if (before.variable !== null)
      throw new ApiError(
        'conflict',
        `${before.variable} in the environment decides about ${name}. Remove it there and restart the service to use this switch.`
      )
    if (is_on && needsPermission !== null && !has_permission)
      throw new ApiError(
        'invalid-input',
        `${name} needs permission. ${needsPermission} Confirm that you have it to turn the source on.`
      )
    const now = clock()
    const hasPermission = needsPermission !== null && is_on && has_permission
    const message = `${name} is ${is_on ? 'on' : 'off'}${hasPermission ? ', with your permission noted' : ''}.`
    await writeTransaction(db, async (trx) => {
      await writeChoice(trx, {
        id,
        is_on: is_on ? 1 : 0,
        has_permission: hasPermission ? 1 : 0,
        chosen_at: now.toISOString()
      })
      const metadata = { source: id, is_on, has_permission: hasPermission, was_on: before.isOn }
      await writeLog(trx, { category: 'SYSTEM', action: 'UPDATE', message, metadata, actor }, now)
      await queueChange(trx, { kind: 'sources' }, now)
    })
    await switches.refresh()
    return { message }
  })

  route(dismissSourceHint, async () => {
    await writeTransaction(db, (trx) => writeMeta(trx, 'source-hint', clock().toISOString()))
    return { message: 'The hint is gone. Sources stay under Settings.' }
  })
}
