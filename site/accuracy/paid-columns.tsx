import { formatDay, formatDividend } from '../lib/format.ts'
import type { Column } from '../ui/table-columns.ts'
import './paid-columns.css'
import { formatError, verdictOf } from './format-accuracy.ts'

/** A payment and its estimate; null if it was not paid. */
type PaidEntry = {
  actual: number | null
  errorPercent: number | null
  isInRange: boolean
  correctedOn: string | null
}

function wordOf({ errorPercent, isInRange }: PaidEntry) {
  return errorPercent === null ? null : verdictOf({ errorPercent, isInRange })
}

/** The payment, the error of its estimate, and a mark: filled circle for close, hollow for in range, cross for a miss. */
export const paidColumns: Column<PaidEntry>[] = [
  {
    heading: 'Paid',
    figure: ({ actual }) => actual,
    format: formatDividend,
    missing: () => 'not paid',
    className: 'semibold',
    note: ({ correctedOn }) => correctedOn && `corrected on ${formatDay(correctedOn)}`
  },
  { heading: 'Error', figure: ({ errorPercent }) => errorPercent, format: formatError },
  {
    heading: 'Result',
    words: wordOf,
    cell: (entry) => {
      const word = wordOf(entry)
      return word && <span className={`entry-mark entry-mark--${word.replace(' ', '-')}`}>{word}</span>
    }
  }
]
