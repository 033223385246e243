import type { EstimateMove } from '../../admin-api/contract/estimate-moves.ts'
import { toNewYorkTime } from '../../admin-api/market-days/sessions.ts'
import { countOf, listOf } from '../../admin-api/numbers/format-numbers.ts'
import { formatDividend, formatShortDay } from './format.ts'

/** Funds that are named; more are counted. */
const namedFunds = 3

/** 'Aug 27: $0.2069 to $0.2146, after a new closing price and the payment of CONY.' */
export function describeEstimateMove(move: EstimateMove): string {
  const day = formatShortDay(toNewYorkTime(new Date(move.made_at)).day)
  return `${day}: ${formatDividend(move.from)} to ${formatDividend(move.to)}, after ${describeCauses(move)}.`
}

/** 'a new closing price and the payment of CONY' */
export function describeCauses({ causes, payments }: Pick<EstimateMove, 'causes' | 'payments'>): string {
  const words = {
    price: 'a new closing price',
    week: 'the week that ended',
    payment:
      payments.length > namedFunds
        ? `${countOf(payments.length, 'payment')} of its family`
        : `the ${payments.length === 1 ? 'payment' : 'payments'} of ${listOf(payments)}`,
    correction: 'a correction of stored figures or dates',
    method: 'a new version of the method'
  }
  return listOf(causes.map((cause) => words[cause]))
}
