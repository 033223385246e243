import { type Actor, type LogEntry, writeLog } from '../admin-log/admin-log.db.ts'
import type { MarketData } from '../collection/sources/market-data.ts'
import { confirmFundNotice, dismissFundNotice, readFundNotices } from '../contract/funds.ts'
import {
  approveManualEntry,
  approveSelectedManualEntries,
  deleteAllManualEntries,
  deleteManualEntry,
  deleteSelectedManualEntries,
  readManualEntries,
  updateManualEntry,
  updateSelectedManualEntries
} from '../contract/manual-entries.ts'
import { noticeKinds } from '../contract/vocabulary.ts'
import { findFrequencies } from '../estimates/estimates.db.ts'
import { listNotices, type NoticeRow, writeNotice } from '../funds/fund-notices.db.ts'
import { findToday } from '../funds/newest-day.db.ts'
import { formatLongDay } from '../market-days/days.ts'
import { labelFrequency } from '../market-days/frequency.ts'
import { countOf } from '../numbers/format-numbers.ts'
import { findEntries, findEntry } from '../payments/manual-entries.db.ts'
import { toManualEntry } from '../payments/manual-entry.ts'
import { queueQuarantined } from '../payments/quarantined-pages.ts'
import type { Trx } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { RouteParts, Routes } from '../platform/http/route.ts'
import type { QueueChange } from '../publishing/page-kind.ts'
import { approveOne, approveSelected, findPendingEntry, goneMessage } from './entries/approve-entries.ts'
import {
  deleteById,
  formatCounts,
  moveDays,
  moveEntries,
  refuseEstimatePast,
  removeEntries,
  writeDays
} from './entries/change-entries.ts'
import { findEvidence, findRecentPayments } from './questions.ts'

/** Endpoints of Review, where the operator decides about collected entries and notices from filings. */
export function addReviewRoutes(
  { route }: Routes,
  parts: RouteParts & {
    market: Pick<MarketData, 'isLive'>
    queueChange: QueueChange
  }
): void {
  const { db, clock, queueChange } = parts

  const changeEntries = <Result>(change: (trx: Trx) => Promise<Result>): Promise<Result> =>
    writeTransaction(db, (trx) => queueQuarantined(trx, { queueChange, now: clock() }, () => change(trx)))

  const log = (trx: Trx, entry: Omit<LogEntry, 'level' | 'category'>) =>
    writeLog(trx, { category: 'MANUAL_ENTRY', ...entry }, clock())

  route(readManualEntries, async () => {
    const frequencyOf = await findFrequencies(db)
    const entries = (await findEntries(db)).map(async (entry) => {
      const frequency = frequencyOf.get(entry.symbol)
      return {
        ...toManualEntry(entry),
        ...(frequency !== undefined && { pays: labelFrequency(frequency) }),
        ...(entry.kind === 'payment' &&
          entry.status === 'pending' && { evidence: await findEvidence(db, entry) })
      }
    })
    return { entries: await Promise.all(entries) }
  })

  route(updateManualEntry, async ({ id, payment_date, confirm_past }, { actor }) =>
    changeEntries(async (trx) => {
      const entry = await findPendingEntry(trx, id)
      const { symbol } = entry
      if (!confirm_past) refuseEstimatePast(entry, payment_date, await findToday(trx, parts))
      const days = moveDays(entry, payment_date, await findRecentPayments(trx, symbol))
      await writeDays(trx, id, days)
      const metadata = { from: entry.payment_date, to: payment_date, ex_date: days.ex_date }
      const message = `Payment date of the ${symbol} entry changed to ${formatLongDay(payment_date)}`
      await log(trx, { action: 'UPDATE', message, actor, symbol, entityId: id, metadata })
      return {
        message: `The ${symbol} entry now has the payment date ${formatLongDay(payment_date)}.`,
        payment_date
      }
    })
  )

  route(approveManualEntry, async ({ id, confirm_unusual, amount }, { actor }) => {
    const { symbol, paymentDate, recorded } = await approveOne(parts, {
      id,
      confirm_unusual,
      amount,
      actor
    })
    const where =
      recorded === 'unchanged' ? 'was in the dividend history already' : 'is in the dividend history'
    return {
      message: `Approved: ${symbol} ${where} for ${formatLongDay(paymentDate)}.`,
      payment_date: paymentDate
    }
  })

  route(approveSelectedManualEntries, async ({ ids, dry_run }, { actor }) => {
    return approveSelected(parts, { ids, isDryRun: dry_run, actor })
  })

  route(deleteManualEntry, async ({ id }, { actor }) =>
    changeEntries(async (trx) => {
      const entry = await findEntry(trx, id)
      if (entry === undefined) throw new ApiError('not-found', goneMessage)
      await removeEntries(trx, [entry])
      const { symbol, status } = entry
      const message = `The ${status} ${symbol} entry was deleted`
      const metadata = toManualEntry(entry)
      await log(trx, { action: 'DELETE', message, actor, symbol, entityId: id, metadata })
      return { message: `The ${symbol} entry is deleted.` }
    })
  )

  route(deleteAllManualEntries, async (_input, { actor }) =>
    changeEntries(async (trx) => {
      const entries = await findEntries(trx)
      await removeEntries(trx, entries)
      const count = entries.length
      const message = `Deleted ${countOf(count, 'entry', 'entries')}`
      await log(trx, { action: 'BULK_OPERATION', message, actor, metadata: { count } })
      return { message: `${message}.` }
    })
  )

  route(deleteSelectedManualEntries, async ({ ids }, { actor }) =>
    changeEntries(async (trx) => {
      const counts = await deleteById(trx, ids)
      const message = formatCounts('Deleted', counts)
      await log(trx, { action: 'BULK_OPERATION', message, actor, metadata: { ids, ...counts } })
      return { message }
    })
  )

  route(updateSelectedManualEntries, async ({ ids, payment_date, confirm_past }, { actor }) =>
    changeEntries(async (trx) => {
      const today = confirm_past ? null : await findToday(trx, parts)
      const counts = await moveEntries(trx, ids, payment_date, today)
      const message = formatCounts('Changed the payment date of', counts)
      await log(trx, {
        action: 'BULK_OPERATION',
        message,
        actor,
        metadata: { ids, payment_date, ...counts }
      })
      return { message, payment_date }
    })
  )

  route(readFundNotices, async () => ({
    notices: groupDrafts(await listNotices(db)).flatMap((group) => {
      const [notice] = group
      if (notice === undefined || notice.status === 'dismissed') return []
      const { symbol: ticker, status, ...shown } = notice
      return [{ ...shown, ticker, status, tickers: group.map(({ symbol }) => symbol) }]
    })
  }))

  route(confirmFundNotice, async ({ id, sentence, effective_on, funds }, { actor }) =>
    decide(id, { status: 'confirmed', sentence, effective_on }, { actor, funds })
  )

  route(dismissFundNotice, async ({ id }, { actor }) => decide(id, { status: 'dismissed' }, { actor }))

  /** Decides about a confirmed notice, or about a draft with its funds; those that `funds` leaves out are dismissed. */
  async function decide(
    id: number,
    decision: Partial<NoticeRow>,
    { actor, funds }: { actor: Actor; funds?: string | undefined }
  ): Promise<{ message: string }> {
    return writeTransaction(db, async (trx) => {
      const group = groupDrafts(await listNotices(trx)).find((each) =>
        each.some((notice) => notice.id === id)
      )
      if (group === undefined) throw new ApiError('not-found', 'This notice no longer exists.')
      const chosen = chooseFunds(group, funds)
      const isConfirmed = decision.status === 'confirmed'
      for (const before of group) {
        const after = chosen.includes(before) ? decision : { status: 'dismissed' as const }
        await writeNotice(trx, before.id, after)
        // A draft is on no page.
        if (after.status === 'confirmed' || before.status === 'confirmed')
          await queueChange(trx, { kind: 'fund-notice', symbol: before.symbol }, clock())
      }
      const [first] = chosen
      const { symbol = '', kind } = first ?? group[0] ?? {}
      const whose = chosen.length === 1 ? symbol : countOf(chosen.length, 'fund')
      const what = kind === undefined ? 'change' : noticeKinds[kind].toLowerCase()
      const message = `The notice of ${whose} (${what}) is ${isConfirmed ? 'published' : 'dismissed'}.`
      const metadata = { before: group, after: decision, funds: chosen.map((notice) => notice.symbol) }
      const action = isConfirmed ? 'APPROVE' : 'DELETE'
      await writeLog(
        trx,
        { category: 'SYSTEM', action, message, actor, symbol, entityId: id, metadata },
        clock()
      )
      return { message }
    })
  }
}

/** Drafts of one filing about one kind of change belong together; each confirmed notice stands for itself. */
function groupDrafts(notices: readonly NoticeRow[]): NoticeRow[][] {
  const keyOf = ({ id, status, filing, kind }: NoticeRow) =>
    status === 'draft' ? `${filing} ${kind}` : String(id)
  return [...Map.groupBy(notices, keyOf).values()]
}

/** @throws ApiError for a symbol that is not among the draft's funds */
function chooseFunds(group: readonly NoticeRow[], funds: string | undefined): readonly NoticeRow[] {
  if (funds === undefined) return group
  const wanted = new Set(
    funds
      .toUpperCase()
      .split(/[\s,]+/)
      .filter((symbol) => symbol !== '')
  )
  const known = group.map(({ symbol }) => symbol)
  const other = [...wanted].find((symbol) => !known.includes(symbol))
  if (other !== undefined)
    throw new ApiError('invalid-input', `${other} is not among the funds of this draft: ${known.join(', ')}.`)
  if (wanted.size === 0) throw new ApiError('invalid-input', 'Keep at least one fund, or dismiss the draft.')
  return group.filter(({ symbol }) => wanted.has(symbol))
}
