import { sql } from 'kysely'
import { type SourceId, sourceIds } from '../../contract/sources.ts'
import { addDays } from '../../market-days/days.ts'
import { toNewYorkTime } from '../../market-days/sessions.ts'
import type { Db } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'

/** Days of use that are kept. */
const keptDays = 400

type Use = { id: SourceId; day: string; requests: number; answeredAt: string | null }

/** Counts requests in memory; `flush` adds them to those of other processes and of earlier runs. */
export type SourceUse = {
  countFetch: (id: SourceId, send: typeof fetch) => typeof fetch
  flush: () => Promise<void>
  /** Requests of this New York day and the last answer of each source. */
  read: () => Promise<Record<SourceId, { requests: number; answeredAt: string | null }>>
}

export function createSourceUse(db: Db, clock: () => Date): SourceUse {
  let waiting = new Map<string, Use>()

  function findUse(id: SourceId): Use {
    const { day } = toNewYorkTime(clock())
    const use = waiting.get(`${id} ${day}`) ?? { id, day, requests: 0, answeredAt: null }
    waiting.set(`${id} ${day}`, use)
    return use
  }

  async function flush(): Promise<void> {
    const uses = [...waiting.values()]
    if (uses.length === 0) return
    waiting = new Map()
    try {
      await writeTransaction(db, async (trx) => {
        for (const { id, day, requests, answeredAt } of uses)
          await trx
            .insertInto('source_use')
            .values({ id, day, requests, answered_at: answeredAt })
            .onConflict((conflict) =>
              conflict.columns(['id', 'day']).doUpdateSet({
                requests: sql`source_use.requests + ${requests}`,
                ...(answeredAt !== null && { answered_at: answeredAt })
              })
            )
            .execute()
        await trx
          .deleteFrom('source_use')
          .where('day', '<', addDays(toNewYorkTime(clock()).day, -keptDays))
          .execute()
      })
    } catch (error) {
      // Counted again with the next flush.
      for (const use of uses) {
        const later = findUse(use.id)
        later.requests += use.requests
        later.answeredAt ??= use.answeredAt
      }
      throw error
    }
  }

  return {
    countFetch: (id, send) => async (input, init) => {
      findUse(id).requests += 1
      const response = await send(input, init)
      findUse(id).answeredAt = clock().toISOString()
      return response
    },
    flush,
    read: async () => {
      await flush()
      const { day: today } = toNewYorkTime(clock())
      const ofToday = await db.selectFrom('source_use').selectAll().where('day', '=', today).execute()
      const answers = await db
        .selectFrom('source_use')
        .select((eb) => ['id', eb.fn.max('answered_at').as('answeredAt')])
        .groupBy('id')
        .execute()
      const uses = sourceIds.map((id) => {
        const requests = ofToday.find((row) => row.id === id)?.requests ?? 0
        return [
          id,
          { requests, answeredAt: answers.find((row) => row.id === id)?.answeredAt ?? null }
        ] as const
      })
      return Object.fromEntries(uses) as Awaited<ReturnType<SourceUse['read']>>
    }
  }
}
