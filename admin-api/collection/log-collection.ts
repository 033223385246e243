import type { CollectionOutcome } from '../contract/collection.ts'
import { countOf } from '../numbers/format-numbers.ts'
import type { Trx } from '../platform/database/schema.ts'
import { type CollectionContext, type Extent, log } from './collection-context.ts'
import type { IngestResult } from './ingest-fund.ts'
import type { EstimateEntry } from './quarantine.ts'

type Collection = CollectionOutcome & {
  ingested: readonly IngestResult[]
  /** Quarantined payments of any fund that were accepted. */
  admitted: number
  entries: readonly EstimateEntry[]
  /** null for a single fund. */
  extent: Extent | null
}

/** Logs one line per collection, plus one per failed fund of a group. */
export async function logCollection(
  trx: Trx,
  context: CollectionContext,
  collection: Collection
): Promise<void> {
  const { extent, errors } = collection
  if (extent !== null) {
    for (const { ticker, message } of errors)
      await log(trx, context, {
        level: 'ERROR',
        category: 'MANUAL_ENTRY',
        action: 'CREATE',
        symbol: ticker,
        message
      })
  }
  const [entry] = collection.entries
  const ticker = collection.ingested[0]?.symbol ?? entry?.symbol ?? errors[0]?.ticker
  const single = extent === null && ticker !== undefined ? { symbol: ticker } : {}
  await log(trx, context, {
    level: levelOf(collection),
    category: 'MANUAL_ENTRY',
    action: extent === null ? 'CREATE' : 'BULK_OPERATION',
    message: messageOf(collection),
    metadata: {
      ...(extent !== null && { group: extent.scope }),
      source: context.sourceName,
      collected: collection.results.length,
      failed: errors.length,
      no_estimate: collection.no_estimate.map(({ ticker }) => ticker),
      ...countsOf(collection.ingested),
      let_in: collection.admitted
    },
    ...single,
    ...(extent === null && entry !== undefined && { entityId: entry.id })
  })
}

export function countsOf(ingested: readonly IngestResult[]) {
  const sum = (countOf: (fund: IngestResult) => number) =>
    ingested.reduce((total, fund) => total + countOf(fund), 0)
  return {
    held_back: sum((fund) => fund.quarantined),
    held_closes: sum((fund) => fund.heldCloses),
    new_closes: sum((fund) => fund.closes),
    new_payments: sum((fund) => fund.payments),
    new_splits: sum((fund) => fund.splits)
  }
}

function levelOf({ errors, ingested }: Collection): 'INFO' | 'WARNING' | 'ERROR' {
  if (errors.length > 0) return 'ERROR'
  return ingested.some(({ quarantined, heldCloses }) => quarantined + heldCloses > 0) ? 'WARNING' : 'INFO'
}

function messageOf(collection: Collection): string {
  const { extent, ingested, admitted, results, errors, no_estimate, entries, stopped } = collection
  const { held_back, held_closes, new_closes, new_payments } = countsOf(ingested)
  const news = `${countOf(new_closes, 'new close')}, ${countOf(new_payments, 'new payment')}, ${held_back} quarantined${held_closes > 0 ? `, ${countOf(held_closes, 'close')} quarantined` : ''}${admitted > 0 ? `, ${countOf(admitted, 'quarantined payment')} accepted` : ''}.`
  if (extent !== null)
    return `Collected ${extent.title}: ${countOf(results.length, 'fund')} estimated, ${errors.length} failed${no_estimate.length > 0 ? `, ${no_estimate.length} without an estimate (${no_estimate.map(({ ticker }) => ticker).join(', ')})` : ''}; ${news}${stopped === null ? '' : ` ${stopped}`}`
  const [entry] = entries
  if (entry !== undefined && entry.reason !== null)
    return `Estimated ${entry.symbol} from stored figures: ${entry.estimated_amount.toFixed(4)}. ${entry.reason}`
  if (entry !== undefined)
    return `Collected ${entry.symbol}: estimate ${entry.estimated_amount.toFixed(4)}; ${news}`
  const [unestimated] = no_estimate
  if (unestimated !== undefined) return `Collected ${unestimated.ticker}: ${news} ${unestimated.message}`
  return errors[0]?.message ?? 'Nothing was collected.'
}
