import { comparePath } from '../../../admin-api/contract/pages.ts'
import type { WeeklyBattle } from '../../../admin-api/contract/rankings.ts'
import { listOf } from '../../../admin-api/numbers/format-numbers.ts'
import { standingsOf } from './standings.ts'

const compared = 3

/** Link to a comparison of the first ranks since their purchase. */
export function ComparisonLink({ battle, tab }: { battle: WeeklyBattle; tab: string }) {
  const first = standingsOf(battle.entries, tab)
    .slice(0, compared)
    .map(({ entry }) => entry)
  const [best] = first
  if (best === undefined || first.length < 2) return null
  const names = first.map(({ symbol }) => symbol)
  // With their own first closes, purchases are on different days.
  const since = battle.weeks === 'all' ? '' : `&from=${best.cost_date}`
  return (
    <p className="above-4">
      <a href={`${comparePath}?f=${names.join(',')}${since}`}>Compare {listOf(names)} side by side</a>: what
      $10,000 in each became.
    </p>
  )
}
