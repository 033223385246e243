import { type Actor, type LogEntry, writeLog } from '../../admin-log/admin-log.db.ts'
import type { HistoryRecord } from '../../contract/admin-history.ts'
import type { Job, JobParts } from '../../estimates/job.ts'
import { refreshEstimates } from '../../estimates/refresh-estimates.ts'
import { formatLongDay } from '../../market-days/days.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { touchHistory } from '../../payments/payment-records.db.ts'
import type { Trx } from '../../platform/database/schema.ts'
import { addRecord, deleteRecord, updateRecord, type WrittenRecord } from './change-history.ts'
import { findOne, toHistoryRecord } from './history-list.db.ts'

type Written = { written: WrittenRecord; today: IsoDay; actor: Actor }

/** Changes one fund's history, logs it, and refreshes estimates and pages. */
async function change<Result>(
  { now, write, queueChange }: JobParts,
  symbol: string,
  work: (trx: Trx) => Promise<{ log: Omit<LogEntry, 'level' | 'category'>; result: Result }>
): Promise<Result> {
  return write(async (trx) => {
    const { log, result } = await work(trx)
    await writeLog(trx, { category: 'DIVIDEND_HISTORY', symbol, ...log }, now)
    await touchHistory(trx, now)
    await refreshEstimates(trx, { now, queueChange, closes: 'same' })
    await queueChange(trx, { kind: 'fund-edited', symbol }, now)
    return result
  })
}

export const addToHistory: Job<Written, HistoryRecord> = {
  name: 'add-record',
  run: async (parts, { written, today, actor }) => {
    const { ticker, payment_date } = written
    return change(parts, ticker, async (trx) => {
      await addRecord(trx, written, { now: parts.now, today })
      const message = `Record of ${ticker} for ${formatLongDay(payment_date)} added`
      const log = { action: 'CREATE', message, actor, entityId: payment_date, metadata: written } as const
      return { log, result: await readBack(trx, ticker, payment_date) }
    })
  }
}

export const updateInHistory: Job<Written & { originalDate: string }, HistoryRecord> = {
  name: 'update-record',
  run: async (parts, { written, originalDate, today, actor }) => {
    const { ticker, payment_date } = written
    return change(parts, ticker, async (trx) => {
      const before = await updateRecord(trx, originalDate, written, { now: parts.now, today })
      const message = `Record of ${ticker} for ${formatLongDay(payment_date)} changed`
      const metadata = { before, after: written }
      const log = { action: 'UPDATE', message, actor, entityId: payment_date, metadata } as const
      return { log, result: await readBack(trx, ticker, payment_date) }
    })
  }
}

export const deleteFromHistory: Job<{ ticker: string; payment_date: string; actor: Actor }, null> = {
  name: 'delete-record',
  run: async (parts, { ticker, payment_date, actor }) =>
    change(parts, ticker, async (trx) => {
      const metadata = await deleteRecord(trx, { symbol: ticker, payment_date })
      const message = `Record of ${ticker} for ${formatLongDay(payment_date)} deleted`
      const log = { action: 'DELETE', message, actor, entityId: payment_date, metadata } as const
      return { log, result: null }
    })
}

async function readBack(trx: Trx, symbol: string, paymentDate: string): Promise<HistoryRecord> {
  const row = await findOne(trx, symbol, paymentDate)
  if (row === undefined)
    throw new Error(`the record of ${symbol} for ${paymentDate} was written but can't be read back`)
  return toHistoryRecord(row)
}
