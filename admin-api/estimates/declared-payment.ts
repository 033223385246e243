import type { DeclaredPaymentTable } from '../platform/database/schema/facts.ts'
import { type DeclaredPayment, findDeclaredFor } from '../payments/declared-payment.ts'
import type { EstimateRow } from './estimate-row.ts'

/**
 * The row with what the issuer announced for its payment, and on the days that it named, unless the operator approved
 * others. The amount stays the method's own, and so does the record.
 */
export function withDeclared(row: EstimateRow, payments: readonly DeclaredPaymentTable[]): EstimateRow {
  const { as_of, next_ex_date, next_pay_date, dates_confirmed_on } = row
  if (next_ex_date === null) return row
  const found = findDeclaredFor({ as_of, next_ex_date }, payments)
  if (found === undefined) return row
  const declared: DeclaredPayment = {
    amount: found.amount,
    declaredOn: found.declared_on,
    sourceName: found.source_name,
    seenOn: found.seen_on
  }
  if (dates_confirmed_on !== null) return { ...row, declared: JSON.stringify(declared) }
  const { ex_date, payment_date } = found
  const expected = next_pay_date === null || next_pay_date < ex_date ? ex_date : next_pay_date
  return {
    ...row,
    declared: JSON.stringify(declared),
    next_ex_date: ex_date,
    next_pay_date: payment_date ?? expected
  }
}
