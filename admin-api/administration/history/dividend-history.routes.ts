import type { MarketData } from '../../collection/sources/market-data.ts'
import {
  addHistoryRecord,
  deleteHistoryRecord,
  historyExportPath,
  importHistory,
  readHistory,
  updateHistoryRecord
} from '../../contract/admin-history.ts'
import { findToday } from '../../funds/newest-day.db.ts'
import { formatLongDay } from '../../market-days/days.ts'
import type { RouteParts, Routes } from '../../platform/http/route.ts'
import { answerExport, answerImport, type ImportParts } from './backup/backup-transfer.ts'
import { addToHistory, deleteFromHistory, updateInHistory } from './change-history.ts'
import { countHistoryRows, findPage, toHistoryRecord } from './history-list.db.ts'

export function addDividendHistoryRoutes(
  { router, route }: Routes,
  parts: RouteParts & ImportParts & { market: Pick<MarketData, 'isLive'> }
): void {
  const { db } = parts

  route(readHistory, async ({ page, limit, sort, ...filter }) => {
    const total = await countHistoryRows(db, filter)
    const rows = await findPage(db, filter, { sort, limit, offset: (page - 1) * limit })
    const totalPages = Math.max(1, Math.ceil(total / limit))
    return { data: rows.map(toHistoryRecord), pagination: { currentPage: page, total, totalPages } }
  })

  router.get(historyExportPath, answerExport(parts))

  router.post(importHistory.path, answerImport(parts))

  route(addHistoryRecord, async (written, { actor }) => {
    const { ticker, payment_date } = written
    const today = await findToday(db, parts)
    const record = await addToHistory(parts, { written, today, actor })
    return { message: `The record of ${ticker} for ${formatLongDay(payment_date)} is added.`, record }
  })

  route(updateHistoryRecord, async ({ original_payment_date, ...written }, { actor }) => {
    const { ticker, payment_date } = written
    const today = await findToday(db, parts)
    const originalDate = original_payment_date ?? payment_date
    const record = await updateInHistory(parts, { written, originalDate, today, actor })
    return { message: `The record of ${ticker} for ${formatLongDay(payment_date)} is changed.`, record }
  })

  route(deleteHistoryRecord, async ({ ticker, payment_date }, { actor }) => {
    await deleteFromHistory(parts, { ticker, payment_date, actor })
    return { message: `The record of ${ticker} for ${formatLongDay(payment_date)} is deleted.` }
  })
}
