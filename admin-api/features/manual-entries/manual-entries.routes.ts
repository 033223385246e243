import { Router } from 'express'
import type { Transaction } from 'kysely'
import {
  approveManualEntry,
  deleteAllManualEntries,
  deleteManualEntry,
  deleteSelectedManualEntries,
  readManualEntries,
  updateManualEntry,
  updateSelectedManualEntries
} from '../../contract/manual-entries.ts'
import { type LogEntry, writeLog } from '../../db/admin-log.db.ts'
import { deleteEntries, findEntries, findEntry, toManualEntry } from '../../db/manual-entries.db.ts'
import { enqueueFirst } from '../../db/publish-queue.db.ts'
import { findRecentPayments } from '../../db/recent-payments.db.ts'
import { pathOfFund } from '../../db/related-funds.ts'
import type { Database } from '../../db/schema.ts'
import { takeWriteLock } from '../../db/write-lock.db.ts'
import { ApiError } from '../../http/errors.ts'
import { route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { approveEntry, findPendingEntry, goneMessage } from './approve-entry.ts'
import { countEntries, moveEntries, removeEntries, tellCounts } from './change-entries.ts'
import { moveExDate } from './entry-days.ts'
import { deleteEveryEntry, writeDays } from './manual-entries.db.ts'

export function createManualEntriesRoutes(services: Services): Router {
  const { db, clock, findSession, publisher, refreshEstimates } = services
  const router = Router()
  const guarded = { findSession }

  /** All that reads before it writes, so that nobody else writes in between. */
  const inTransaction = <Result>(work: (trx: Transaction<Database>) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(async (trx) => {
      await takeWriteLock(trx)
      return work(trx)
    })
  const log = (trx: Transaction<Database>, entry: Omit<LogEntry, 'level' | 'category'>) =>
    writeLog(trx, { level: 'INFO', category: 'MANUAL_ENTRY', ...entry }, clock())

  route(
    router,
    readManualEntries,
    async () => ({ entries: (await findEntries(db)).map(toManualEntry) }),
    guarded
  )

  route(
    router,
    updateManualEntry,
    async ({ id, payment_date }, { actor }) =>
      inTransaction(async (trx) => {
        const entry = await findPendingEntry(trx, id)
        const { symbol } = entry
        const ex_date = moveExDate(entry, payment_date, await findRecentPayments(trx, symbol))
        await writeDays(trx, id, { payment_date, ex_date })
        const metadata = { from: entry.payment_date, to: payment_date, ex_date }
        const message = `Payment date of the ${symbol} entry changed to ${payment_date}`
        await log(trx, { action: 'UPDATE', message, actor, symbol, entityId: id, metadata })
        return { message: `The ${symbol} entry now has the payment date ${payment_date}.`, payment_date }
      }),
    guarded
  )

  route(
    router,
    approveManualEntry,
    async ({ id }, { actor }) => {
      const { symbol, paymentDate, recorded } = await inTransaction(async (trx) => {
        const now = clock()
        const { entry, ...approved } = await approveEntry(trx, id, now)
        await log(trx, {
          action: 'APPROVE',
          message: `The ${approved.symbol} entry for ${approved.paymentDate} was approved`,
          actor,
          symbol: approved.symbol,
          entityId: id,
          metadata: { kind: entry.kind, amount: entry.amount ?? entry.estimated_amount, ...approved }
        })
        await refreshEstimates(trx)
        // Whatever the new row moved: who approves looks at this page next.
        await enqueueFirst(trx, [pathOfFund(approved.symbol)], now)
        return approved
      })
      publisher.wake()
      const where =
        recorded === 'unchanged' ? 'was in the dividend history already' : 'is in the dividend history'
      return { message: `Approved: ${symbol} ${where} for ${paymentDate}.`, payment_date: paymentDate }
    },
    guarded
  )

  route(
    router,
    deleteManualEntry,
    async ({ id }, { actor }) =>
      inTransaction(async (trx) => {
        const entry = await findEntry(trx, id)
        if (entry === undefined) throw new ApiError('not-found', goneMessage)
        await deleteEntries(trx, [id])
        const { symbol, status } = entry
        const message = `The ${status} ${symbol} entry was deleted`
        const metadata = toManualEntry(entry)
        await log(trx, { action: 'DELETE', message, actor, symbol, entityId: id, metadata })
        return { message: `The ${symbol} entry is deleted.` }
      }),
    guarded
  )

  route(
    router,
    deleteAllManualEntries,
    async (_input, { actor }) =>
      inTransaction(async (trx) => {
        const count = await deleteEveryEntry(trx)
        const message = `Deleted ${countEntries(count)}`
        await log(trx, { action: 'BULK_OPERATION', message, actor, metadata: { count } })
        return { message: `${message}.` }
      }),
    guarded
  )

  route(
    router,
    deleteSelectedManualEntries,
    async ({ ids }, { actor }) =>
      inTransaction(async (trx) => {
        const counts = await removeEntries(trx, ids)
        const message = tellCounts('Deleted', counts)
        await log(trx, { action: 'BULK_OPERATION', message, actor, metadata: { ids, ...counts } })
        return { message }
      }),
    guarded
  )

  route(
    router,
    updateSelectedManualEntries,
    async ({ ids, payment_date }, { actor }) =>
      inTransaction(async (trx) => {
        const counts = await moveEntries(trx, ids, payment_date)
        const message = tellCounts('Changed the payment date of', counts)
        await log(trx, {
          action: 'BULK_OPERATION',
          message,
          actor,
          metadata: { ids, payment_date, ...counts }
        })
        return { message, payment_date }
      }),
    guarded
  )

  return router
}
