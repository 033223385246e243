import type { ManagedFund } from '../../../admin-api/contract/funds.ts'
import type { FundState } from '../../../admin-api/contract/vocabulary.ts'
import { formatSlashedDay } from '../../lib/format.ts'

export const stateNames: Readonly<Record<FundState, string>> = {
  open: 'Open',
  closed: 'Closed',
  retired: 'Retired'
}

const causes = {
  unknown: 'unknown to the source since',
  silent: 'nothing known after',
  operator: 'by the operator, since'
} as const

/** Why a fund is not open and since when; empty for an open one. */
export function whyNotOpen({ state, state_since, state_cause }: ManagedFund): string {
  if (state === 'open' || state_since === null || state_cause === null) return ''
  return `${causes[state_cause]} ${formatSlashedDay(state_since)}`
}
