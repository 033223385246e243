import type { FundPage } from '../../admin-api/contract/pages.ts'

const everyPeriod: Record<string, string> = {
  Weekly: 'every week',
  'Every 4 Weeks': 'every four weeks',
  Monthly: 'every month'
}

/** The paragraph below a fund's title; its rhythm is the one read off the fund's own history. */
export function fundIntro({ symbol, name, frequencyLabel, outcome }: FundPage): string {
  const isEstimated = outcome.status === 'estimated'
  const period = frequencyLabel === null ? undefined : (everyPeriod[frequencyLabel] ?? frequencyLabel)
  const rhythm =
    period === undefined
      ? 'has not found a steady rhythm of payments'
      : isEstimated
        ? `pays its holders ${period}`
        : `used to pay its holders ${period}`
  const rest = isEstimated
    ? 'Here is what the next payment is likely to be, the range it should fall in, what your shares would bring, and every payment of the last 24 months.'
    : 'There is no estimate of a next payment; the payments on record stand here.'
  return `${name} (${symbol}) ${rhythm}. ${rest}`
}
