import type { Family } from '../../contract/admin-families.ts'
import { type CollectionGroup, groupNames } from '../../contract/collection.ts'
import type { FundIdentity } from '../../funds/funds.db.ts'
import { paysWeekly, readFrequency } from '../../market-days/frequency.ts'
import type { IsoDay, PaymentFrequency } from '../../market-days/types.ts'

/** `family` is null if no family of the issuer pays as often. */
export type Suggestion = {
  family: string | null
  underlying: string | null
  group: CollectionGroup
  frequency: PaymentFrequency
}

const paymentsAYear: Record<Family['frequency'], readonly number[]> = {
  weekly: [52, 104],
  'twice-a-month': [24],
  'every-4-weeks': [13],
  monthly: [12],
  quarterly: [4]
}

/**
 * Family, underlying, group and frequency of a new fund, from its name, its ex-dates and the funds of its issuer. The
 * underlying stands where that of a sibling stands in its name: 'YieldMax * Option Income Strategy ETF'.
 */
export function suggestFund(
  { name, issuer, exDates }: { name: string; issuer: string; exDates: readonly IsoDay[] },
  { funds, families }: { funds: readonly FundIdentity[]; families: readonly Family[] }
): Suggestion {
  const siblings = funds.filter((fund) => fund.issuer === issuer)
  const frequency = readFrequency(exDates)
  const paysAsOften = ({ family: id }: FundIdentity) => {
    const family = families.find((each) => each.id === id)
    return family !== undefined && (exDates.length < 2 || paymentsAYear[family.frequency].includes(frequency))
  }
  const similar = siblings.filter((fund) => underlyingIn(name, fund) !== null)
  const underlying = similar[0] === undefined ? null : underlyingIn(name, similar[0])
  const alike =
    similar.length > 0 ? similar.filter(paysAsOften) : byLikeness(name, siblings.filter(paysAsOften))
  const family = mostCommon(alike.map((fund) => fund.family))
  const batch = mostCommon(alike.filter((fund) => fund.family === family).map((fund) => fund.batch))
  const other: CollectionGroup = paysWeekly(frequency) ? 'other-weekly-etfs' : 'other-monthly-etfs'
  return { family, underlying, group: groupNames.find((group) => group === batch) ?? other, frequency }
}

/** The part of the name that stands where a sibling's underlying does; null if their names differ otherwise. */
function underlyingIn(name: string, { name: sibling, underlying }: FundIdentity): string | null {
  if (underlying === null) return null
  const words = (text: string) =>
    text
      .toUpperCase()
      .replace(/[®™()]/g, '')
      .trim()
      .split(/\s+/)
  const [own, theirs] = [words(name), words(sibling)]
  const at = theirs.indexOf(underlying.toUpperCase())
  if (at < 0 || own.length !== theirs.length) return null
  if (own.some((word, i) => i !== at && word !== theirs[i])) return null
  const symbol = own[at] ?? ''
  return /^[A-Z]{1,5}$/.test(symbol) ? symbol : null
}

/** The funds with the most words in common with the name. */
function byLikeness(name: string, funds: readonly FundIdentity[]): FundIdentity[] {
  const words = new Set(name.toUpperCase().match(/[A-Z0-9]+/g))
  const scored = funds.map((fund) => {
    const theirs = new Set(fund.name.toUpperCase().match(/[A-Z0-9]+/g))
    const common = [...words].filter((word) => theirs.has(word)).length
    return { fund, common: common / (words.size + theirs.size - common) }
  })
  const best = Math.max(0, ...scored.map(({ common }) => common))
  return scored.filter(({ common }) => common === best).map(({ fund }) => fund)
}

function mostCommon(values: readonly string[]): string | null {
  const counts = [...Map.groupBy(values, (value) => value)].sort(([, a], [, b]) => b.length - a.length)
  return counts[0]?.[0] ?? null
}
