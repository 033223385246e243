import { stringify } from 'csv-stringify/sync'
import { type DataPayment, paymentCsvColumns } from '../../contract/open-data.ts'

/** As RFC 4180 wants it: a header, CRLF after every line; what is not known is left empty. */
export function toPaymentsCsv(symbol: string, payments: readonly DataPayment[]): string {
  const rows = payments.map((payment) => ({
    symbol,
    ...payment,
    is_residual: payment.is_residual ? 'yes' : 'no'
  }))
  return stringify(rows, { header: true, columns: paymentCsvColumns, record_delimiter: 'windows' })
}
