import { writeLog } from '../../admin-log/admin-log.db.ts'
import { isDay } from '../../contract/days.ts'
import { type RocEntry, writeReturnOfCapital } from '../../contract/return-of-capital-entry.ts'
import { findFunds } from '../../funds/funds.db.ts'
import { countOf } from '../../numbers/format-numbers.ts'
import { deleteRocRow, writeRocRows } from '../../payments/return-of-capital.db.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Routes } from '../../platform/http/route.ts'
import type { RouteParts } from '../../platform/http/session-guard.ts'
import type { QueueChange } from '../../publishing/page-kind.ts'

/** The operator's 19a notices and final figures. Later releases don't overwrite them. */
export function addReturnOfCapitalRoutes(
  { route }: Routes,
  { db, clock, queueChange }: RouteParts & { queueChange: QueueChange }
): void {
  route(writeReturnOfCapital, async ({ rows }, { actor }) => {
    const now = clock()
    const message = await writeTransaction(db, async (trx) => {
      const fundSymbols = new Set((await findFunds(trx)).map(({ symbol }) => symbol))
      for (const [index, row] of rows.entries())
        refuseInvalid(row, fundSymbols, rows.length === 1 ? '' : `Row ${index + 1}: `)
      for (const { roc_percent, ...row } of rows) {
        if (roc_percent === null) await deleteRocRow(trx, row)
        else await writeRocRows(trx, [{ ...row, roc_percent }], 'operator')
      }
      const symbols = [...new Set(rows.map(({ symbol }) => symbol))].sort()
      const saved = `Return of capital: ${countOf(rows.length, 'figure')} of ${symbols.slice(0, 10).join(', ')}${symbols.length > 10 ? ' and others' : ''} saved.`
      const [symbol] = symbols
      const entry = {
        category: 'DIVIDEND_HISTORY',
        action: 'UPDATE',
        message: saved,
        actor,
        ...(symbols.length === 1 && symbol !== undefined && { symbol }),
        metadata: { rows: rows.slice(0, 50) }
      } as const
      await writeLog(trx, entry, now)
      await queueChange(trx, { kind: 'funds' }, now)
      return saved
    })
    return { message }
  })
}

function refuseInvalid(row: RocEntry, known: ReadonlySet<string>, start: string): void {
  const { symbol, kind, ex_date_or_year: when, roc_percent, source } = row
  const refuse = (reason: string) => {
    throw new ApiError('invalid-input', `${start}${reason}`)
  }
  if (!known.has(symbol)) refuse(`there is no fund ${symbol}.`)
  if (kind === '19a' && !isDay(when)) refuse(`a 19a notice needs the ex-date as YYYY-MM-DD, got ${when}.`)
  if (kind === 'final' && when.length !== 4) refuse(`a final figure needs a year, got ${when}.`)
  if (roc_percent !== null && !/^https?:\/\/\S+$/.test(source))
    refuse('source must be the address of the issuer’s page or document, beginning with https://.')
}
