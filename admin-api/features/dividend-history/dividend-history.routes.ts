import { Router } from 'express'
import type { Transaction } from 'kysely'
import {
  addHistoryRecord,
  deleteHistoryRecord,
  type HistoryRecord,
  historyExportPath,
  importHistory,
  readHistory,
  updateHistoryRecord
} from '../../contract/admin-history.ts'
import { type LogEntry, writeLog } from '../../db/admin-log.db.ts'
import { touchHistory } from '../../db/payment-records.db.ts'
import type { Database } from '../../db/schema.ts'
import { findToday } from '../../db/today.db.ts'
import { writeTransaction } from '../../db/write-transaction.ts'
import { route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { toHistoryRecord } from '../../wire/history-record.ts'
import { answerImport } from './backup/answer-import.ts'
import { answerExport } from './backup/export-history.ts'
import { addRecord, deleteRecord, type Moment, updateRecord } from './change-history.ts'
import { countRows, findOne, findPage } from './history-list.db.ts'

export function createDividendHistoryRoutes(services: Services): Router {
  const { db, clock, findSession, queueChange, refreshEstimates } = services
  const router = Router()
  const guarded = { findSession }

  /** One change of one fund's history, its log line, and all that follows from it. */
  async function change<Result>(
    symbol: string,
    work: (
      trx: Transaction<Database>,
      moment: Moment
    ) => Promise<{ log: Omit<LogEntry, 'level' | 'category'>; result: Result }>
  ): Promise<Result> {
    return writeTransaction(db, async (trx) => {
      const now = clock()
      const { log, result } = await work(trx, { now, today: await findToday(trx, services) })
      await writeLog(trx, { level: 'INFO', category: 'DIVIDEND_HISTORY', symbol, ...log }, now)
      await touchHistory(trx, now)
      await refreshEstimates(trx)
      await queueChange(trx, { kind: 'fund-edited', symbol }, now)
      return result
    })
  }

  route(
    router,
    readHistory,
    async ({ page, limit, sort, ...filter }) => {
      const total = await countRows(db, filter)
      const rows = await findPage(db, filter, { sort, limit, offset: (page - 1) * limit })
      const totalPages = Math.max(1, Math.ceil(total / limit))
      return { data: rows.map(toHistoryRecord), pagination: { currentPage: page, total, totalPages } }
    },
    guarded
  )

  router.get(historyExportPath, answerExport(services))

  router.post(importHistory.path, answerImport(services))

  route(
    router,
    addHistoryRecord,
    async (written, { actor }) => {
      const { ticker, payment_date } = written
      const record = await change(ticker, async (trx, moment) => {
        await addRecord(trx, written, moment)
        const message = `Record of ${ticker} for ${payment_date} added`
        const log = { action: 'CREATE', message, actor, entityId: payment_date, metadata: written } as const
        return { log, result: await readBack(trx, ticker, payment_date) }
      })
      return { message: `The record of ${ticker} for ${payment_date} is added.`, record }
    },
    guarded
  )

  route(
    router,
    updateHistoryRecord,
    async ({ original_payment_date, ...written }, { actor }) => {
      const { ticker, payment_date } = written
      const record = await change(ticker, async (trx, moment) => {
        const before = await updateRecord(trx, original_payment_date ?? payment_date, written, moment)
        const message = `Record of ${ticker} for ${payment_date} changed`
        const metadata = { before, after: written }
        const log = { action: 'UPDATE', message, actor, entityId: payment_date, metadata } as const
        return { log, result: await readBack(trx, ticker, payment_date) }
      })
      return { message: `The record of ${ticker} for ${payment_date} is changed.`, record }
    },
    guarded
  )

  route(
    router,
    deleteHistoryRecord,
    ({ ticker, payment_date }, { actor }) =>
      change(ticker, async (trx) => {
        const metadata = await deleteRecord(trx, { symbol: ticker, payment_date })
        const message = `Record of ${ticker} for ${payment_date} deleted`
        const log = { action: 'DELETE', message, actor, entityId: payment_date, metadata } as const
        return { log, result: { message: `The record of ${ticker} for ${payment_date} is deleted.` } }
      }),
    guarded
  )

  return router
}

async function readBack(
  trx: Transaction<Database>,
  symbol: string,
  paymentDate: string
): Promise<HistoryRecord> {
  const row = await findOne(trx, symbol, paymentDate)
  if (row === undefined)
    throw new Error(`the record of ${symbol} for ${paymentDate} was written but is not there`)
  return toHistoryRecord(row)
}
