import { join } from 'node:path'
import { createPages } from '../../admin-api/all-pages.ts'
import { openDatabase } from '../../admin-api/platform/database/open.ts'
import { writeTransaction } from '../../admin-api/platform/database/write-transaction.ts'
import { refreshEstimates } from '../../admin-api/estimates/refresh-estimates.ts'
import { openService } from '../../admin-api/open-service.ts'

/**
 * How long it takes to draw all pages that one changed price changes, in ms. It is changed once before, so that the
 * threads run and know the charts, as those of a service do that has drawn its pages.
 */
export async function timeChangedPrice(
  places: Record<'DATA_DIR' | 'SITE_DIR', string>
): Promise<{ files: number; milliseconds: number }> {
  const service = await openService({ ...process.env, LOG_LEVEL: 'error', ...places })
  const db = openDatabase(join(places.DATA_DIR, 'doubloon.sqlite'))
  const { queueChange } = createPages([])
  async function change(factor: number): Promise<void> {
    await writeTransaction(db, async (trx) => {
      await trx
        .updateTable('price')
        .set((eb) => ({ close: eb('close', '*', factor) }))
        .where('symbol', '=', 'MSTY')
        .where('date', '=', (eb) =>
          eb.selectFrom('price').select(eb.fn.max('date').as('date')).where('symbol', '=', 'MSTY')
        )
        .execute()
      await refreshEstimates(trx, { now: new Date(), queueChange })
    })
  }

  try {
    await change(1.01)
    await service.publisher.drain()
    await change(1.02)
    let files = 0
    const startedAt = performance.now()
    await service.publisher.drain(() => {
      files += 1
    })
    return { files, milliseconds: Math.round(performance.now() - startedAt) }
  } finally {
    await db.destroy()
    await service.close()
  }
}
