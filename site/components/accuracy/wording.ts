import { formatPercent } from '../../lib/format.ts'

const familyNames: Record<string, string> = {
  'yieldmax-single': 'YieldMax, single stock',
  'yieldmax-portfolio': 'YieldMax, portfolio',
  graniteshares: 'GraniteShares',
  'roundhill-weeklypay': 'Roundhill WeeklyPay',
  'roundhill-other': 'Roundhill, other',
  defiance: 'Defiance'
}

export function nameOfFamily(family: string): string {
  return familyNames[family] ?? family
}

/** '+4.0%', '−0.7%', '0.0%'. */
export function formatSigned(percent: number): string {
  return `${percent >= 0.05 ? '+' : ''}${formatPercent(percent, 1)}`
}

/** One decimal, as all figures of the accuracy page have. */
export function formatRate(percent: number): string {
  return formatPercent(percent, 1)
}

export type Verdict = 'close' | 'in range' | 'missed'

/** Close is within 10 % of the payment; otherwise it matters whether the payment was inside the range. */
export function verdictOf(entry: { errorPercent: number; isInRange: boolean }): Verdict {
  if (Math.abs(entry.errorPercent) <= 10) return 'close'
  return entry.isInRange ? 'in range' : 'missed'
}
