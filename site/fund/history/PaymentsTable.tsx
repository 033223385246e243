import type { DividendHistory } from '../../../admin-api/contract/stock.ts'
import { formatError, verdictOf } from '../../accuracy/format-accuracy.ts'
import { formatDay, formatDividend, formatPercent, formatShortDay } from '../../lib/format.ts'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { type PaymentTableRow, paymentRowsOf } from './payment-rows.ts'
import './payments-table.css'

type PaymentsTableProps = {
  symbol: string
  history: DividendHistory
  /** Rows with estimates and return of capital; without them the table shows the payments only. */
  rows?: readonly PaymentTableRow[]
  /** Marks of sources other than the usual one, by ex-date. */
  sources?: ReadonlyMap<string, string>
  /** Ex-dates of payments with an unusual amount that a person checks. */
  checked?: ReadonlySet<string>
}

/** Newest payments that the page has; the CSV file has all. More would exceed the budget of its HTML. */
const shownPayments = 12

/** The newest payments. Its cells have no classes, because each fund page has some hundred of them. */
export function PaymentsTable({
  symbol,
  history,
  rows,
  sources = new Map(),
  checked = new Set()
}: PaymentsTableProps) {
  const noteOf = ({ exDate, turn, isResidual }: PaymentTableRow) =>
    [
      turn && `${turn} from here`,
      isResidual && 'year-end extra',
      sources.has(exDate) && `source ${sources.get(exDate)}`
    ]
      .filter(Boolean)
      .join(', ')
  const payments: Column<PaymentTableRow>[] = [
    {
      heading: 'Ex-date',
      words: ({ exDate }) => `${formatShortDay(exDate)}, ${exDate.slice(0, 4)}`,
      note: noteOf
    },
    {
      heading: 'Paid',
      words: ({ amount }) => formatDividend(amount),
      note: ({ exDate, amountAsPaid, estimate }) =>
        [
          checked.has(exDate) && 'being checked',
          amountAsPaid !== null && `as paid ${formatDividend(amountAsPaid)}`,
          estimate?.correctedOn && `corrected on ${formatDay(estimate.correctedOn)}`
        ]
          .filter(Boolean)
          .join(', ')
    },
    { heading: 'Pay date', words: ({ payDate }) => formatShortDay(payDate) }
  ]
  return (
    <Table
      caption={`Payments of ${symbol}, newest first`}
      className="payments-table"
      columns={rows ? [...payments, ...estimates] : payments}
      rows={(rows ?? paymentRowsOf(history)).slice(0, shownPayments)}
      rowOf={({ turn }) => (turn === null ? {} : { className: 'payments-table__turn' })}
      long={{ what: 'newest payments', isEverywhere: true }}
      {...(rows && { phones: 'led', isScrollable: true })}
    />
  )
}

/** In one word, because the column is narrow on a phone; without one it is a 19a notice. */
const rocNotes = { final: 'final', '19a': null, carried: 'estimate' } as const

const estimates: readonly Column<PaymentTableRow>[] = [
  { heading: 'Estimate', words: ({ estimate }) => estimate && formatDividend(estimate.estimate) },
  {
    heading: '80% range',
    words: ({ estimate }) => estimate && `${formatDividend(estimate.low)} to ${formatDividend(estimate.high)}`
  },
  {
    heading: 'Error',
    words: ({ estimate }) => estimate && formatError(estimate.errorPercent),
    classOf: ({ estimate }) => (estimate && verdictOf(estimate) === 'missed' ? 'negative' : undefined)
  },
  {
    heading: 'Return of capital',
    words: ({ returnOfCapital: roc }) => roc && formatPercent(roc.percent, 1),
    missing: () => 'unknown',
    note: ({ returnOfCapital: roc }) => roc && rocNotes[roc.kind]
  }
]
