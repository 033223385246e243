import type { Transaction } from 'kysely'
import { writeLog } from '../admin-log/admin-log.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { dollars } from '../numbers/format-numbers.ts'

/** The payment by which an estimate was scored, and the one by which it is now; amounts on today's share basis. */
export type Correction = {
  symbol: string
  /** Without an amount where the payment was missing. */
  from: { exDate: string; amount: number | null }
  /** Null where there is none any more. */
  to: { exDate: string; amount: number } | null
}

/** A restored backup may correct thousands; the rest is counted. */
const mostLines = 50

/** One line of the operator's log for each corrected payment, however many estimates were made for it. */
export async function logCorrections(
  trx: Transaction<Database>,
  corrections: readonly Correction[],
  now: Date
): Promise<void> {
  const about = { level: 'WARNING', category: 'DIVIDEND_HISTORY', action: 'UPDATE' } as const
  const payments = [...Map.groupBy(corrections, (correction) => JSON.stringify(correction)).values()]
  for (const same of payments.slice(0, mostLines)) {
    const [correction] = same
    if (correction === undefined) continue
    const { symbol, from, to } = correction
    const message = `${spell(correction)}: ${consequence(same.length, to !== null)}.`
    const metadata = { from, to, estimates: same.length }
    await writeLog(trx, { ...about, symbol, entityId: from.exDate, message, metadata }, now)
  }
  const rest = payments.length - mostLines
  if (rest <= 0) return
  const message = `${rest} more payments of the record were corrected; /accuracy says on which day.`
  await writeLog(trx, { ...about, message, metadata: { payments: rest } }, now)
}

function spell({ symbol, from, to }: Correction): string {
  const which = `The payment of ${symbol} with ex-date ${from.exDate}`
  const was = from.amount === null ? '' : `, ${dollars(from.amount)},`
  if (to === null) return `${which}${was} is not in the history any more`
  if (from.amount === null) return `${which} is ${dollars(to.amount)} now, and was missing`
  const isMoved = to.exDate !== from.exDate
  if (isMoved && to.amount === from.amount) return `${which}${was} has the ex-date ${to.exDate} now`
  const day = isMoved ? ` with the ex-date ${to.exDate}` : ''
  return `${which} is ${dollars(to.amount)}${day} now, not ${dollars(from.amount)}`
}

function consequence(count: number, isScored: boolean): string {
  const estimates = count === 1 ? '1 estimate' : `${count} estimates`
  const verb = isScored
    ? `${count === 1 ? 'is' : 'are'} scored anew`
    : `${count === 1 ? 'has' : 'have'} no score now`
  return `${estimates} of the record ${verb}`
}
