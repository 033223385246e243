import type { FundPage } from '../../admin-api/contract/pages.ts'
import { formatDay } from '../lib/format.ts'

const everyPeriod: Record<string, string> = {
  Weekly: 'every week',
  'Every 4 Weeks': 'every four weeks',
  Monthly: 'every month'
}

/** What is said instead of a rhythm. */
const claims: Partial<Record<FundPage['outcome']['status'], string>> = {
  inactive: 'has stopped paying its holders',
  closed: 'is closed',
  retired: 'is no longer followed here'
}

/** The paragraph below a fund's title. The frequency comes from the fund's own history. */
export function fundIntro({ symbol, name, frequencyLabel, outcome }: FundPage, today: string): string {
  const period = frequencyLabel === null ? null : (everyPeriod[frequencyLabel] ?? frequencyLabel)
  const rhythm = period === null ? 'pays its holders without a steady rhythm' : `pays its holders ${period}`
  const claim = claims[outcome.status] ?? rhythm
  return `${name} (${symbol}) ${claim}. ${contentsOf(outcome, today)}`
}

function contentsOf(outcome: FundPage['outcome'], today: string): string {
  if (outcome.status !== 'estimated')
    return 'There is no estimate of a next payment; the payments on record stand here.'
  const { next_ex_date, as_of } = outcome.stock
  const estimate =
    next_ex_date < today
      ? `Here is what we estimated on ${formatDay(as_of)} for the payment expected on ${formatDay(next_ex_date)}`
      : 'Here is what the next payment is likely to be'
  return `${estimate}, the range it should fall in, what your shares would bring, and every payment of the last 24 months.`
}
