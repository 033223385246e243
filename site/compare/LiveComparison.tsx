import { newYorkDay } from '../lib/days.ts'
import { ComparisonResult } from './ComparisonResult.tsx'
import type { Comparison } from './compare-funds.ts'

export { arrange } from './arrange.ts'
export { comparisonSentence } from './change-words.ts'

/** A comparison chosen in the browser. */
export function LiveComparison({ comparison }: { comparison: Comparison }) {
  return <ComparisonResult comparison={comparison} today={newYorkDay()} />
}
