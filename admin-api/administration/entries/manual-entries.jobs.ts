import { type Actor, writeLog } from '../../admin-log/admin-log.db.ts'
import type { Job } from '../../estimates/job.ts'
import { refreshEstimates } from '../../estimates/refresh-estimates.ts'
import { formatLongDay } from '../../market-days/days.ts'
import { dollars } from '../../numbers/format-numbers.ts'
import { type Approved, approveEntries, approveEntry, dryRun, formatApproved } from './approve-entries.ts'

export const approveOne: Job<
  { id: number; confirm_unusual: boolean; amount?: number | undefined; actor: Actor },
  Omit<Approved, 'entry'>
> = {
  name: 'approve-entry',
  run: async ({ now, write, queueChange }, { id, confirm_unusual, amount, actor }) =>
    write(async (trx) => {
      const { entry, ...approved } = await approveEntry(trx, { id, confirm_unusual, amount }, now)
      const { symbol, paymentDate, reported } = approved
      const approvedAmount = entry.amount ?? entry.estimated_amount
      const correction =
        reported === null ? '' : ` and corrected from ${dollars(reported)} to ${dollars(approvedAmount ?? 0)}`
      const message = `The ${symbol} entry for ${formatLongDay(paymentDate)} was approved${correction}`
      const metadata = { kind: entry.kind, amount: approvedAmount, ...approved }
      await writeLog(
        trx,
        { category: 'MANUAL_ENTRY', action: 'APPROVE', message, actor, symbol, entityId: id, metadata },
        now
      )
      await refreshEstimates(trx, { now, queueChange, closes: 'same' })
      await queueChange(trx, { kind: 'fund-edited', symbol }, now)
      return approved
    })
}

/** A dry run only reports what would happen. */
export const approveSelected: Job<
  { ids: number[]; isDryRun: boolean; actor: Actor },
  { message: string; approved: number }
> = {
  name: 'approve-entries',
  run: async ({ now, write, queueChange }, { ids, isDryRun, actor }) => {
    if (isDryRun) {
      const result = await dryRun(write, (trx) => approveEntries(trx, ids, now))
      return { message: formatApproved(result, true), approved: result.approved.length }
    }
    return write(async (trx) => {
      const result = await approveEntries(trx, ids, now)
      const message = formatApproved(result, false)
      const approved = result.approved.map(({ id }) => id)
      const metadata = { ids, approved }
      await writeLog(
        trx,
        { category: 'MANUAL_ENTRY', action: 'BULK_OPERATION', message, actor, metadata },
        now
      )
      await refreshEstimates(trx, { now, queueChange, closes: 'same' })
      const symbols = new Set(result.approved.map(({ symbol }) => symbol))
      await queueChange(trx, { kind: 'figures', symbols }, now)
      return { message, approved: approved.length }
    })
  }
}
