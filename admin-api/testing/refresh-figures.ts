import { noteChangedFacts } from '../estimates/changed-facts.ts'
import { type DeriveParts, deriveFigures } from '../estimates/derive-figures.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'

/** Derives all figures, as after a change of facts. @returns funds that are shown differently */
export async function refreshFigures(parts: DeriveParts): Promise<readonly string[]> {
  await writeTransaction(parts.db, (trx) => noteChangedFacts(trx, { now: parts.now, closes: true }))
  return deriveFigures(parts)
}
