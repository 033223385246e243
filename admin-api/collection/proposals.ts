import type { FundProposal } from '../contract/fund-proposals.ts'
import { addDays, formatLongDay } from '../market-days/days.ts'
import { readFrequency } from '../market-days/frequency.ts'
import type { IsoDay } from '../market-days/types.ts'
import { countOf, listOf } from '../numbers/format-numbers.ts'
import type { FundSightingTable } from '../platform/database/schema/sources.ts'
import type { UnlistedFund } from './proposals.db.ts'

/** Event of a symbol on a list or in a daily file, which announces no payment. */
export const listedEvent = 'listed'

const optionIncome =
  /option|covered call|buy.?write|weeklypay|yieldboost|0dte|premium (?:yield|income)|income strategy|autocallable/i
const treasury = /t-?bill|treasur/i

/** Whether a fund of this name pays option income; one that holds Treasury bills isn't covered. */
export function paysOptionIncome(name: string): boolean {
  return optionIncome.test(name) && !treasury.test(name)
}

/**
 * Proposals to add the funds behind unknown symbols, the most announcements first. Symbols that were only listed, without
 * a name that says what they are, are `others`: they are counted, but not proposed.
 */
export function proposeFunds(sightings: readonly FundSightingTable[]): {
  proposals: FundProposal[]
  others: string[]
} {
  const proposals: (FundProposal & { announcements: number })[] = []
  const others: string[] = []
  for (const [ticker, own] of Map.groupBy(sightings, ({ symbol }) => symbol)) {
    const name = own.findLast((row) => row.name !== null)?.name ?? null
    const announced = own.filter(({ event }) => event !== listedEvent)
    const isWanted = name === null ? announced.length > 0 : paysOptionIncome(name)
    const issuer = own.at(-1)?.issuer ?? ''
    if (!isWanted) {
      others.push(ticker)
      continue
    }
    const since = formatLongDay(own.map(({ first_on }) => first_on).sort()[0] ?? '')
    const what =
      announced.length > 0
        ? `${countOf(announced.length, 'announcement')} since ${since}`
        : `listed since ${since}`
    const where = listOf([...new Set(own.map(({ source_name }) => source_name))])
    const sentence = `${ticker}: ${issuer}, ${what} (${where}).`
    proposals.push({ ticker, kind: 'add', sentence, issuer, name, announcements: announced.length })
  }
  return {
    proposals: proposals
      .sort((a, b) => b.announcements - a.announcements)
      .map(({ announcements: _, ...proposal }) => proposal),
    others
  }
}

/** A fund counts as gone after this many days off the list, and as many periods without a payment. */
export const daysOffList = 28
const periodsUnpaid = 3

/**
 * Proposals to close funds that left the list and stopped paying. A 19a notice after the last payment means that payments
 * are missing here.
 */
export function proposeClosing(unlisted: readonly UnlistedFund[], today: IsoDay): FundProposal[] {
  return unlisted.flatMap(({ symbol, name, issuer, lastOn, exDates, noticedOn }) => {
    const last = exDates.at(-1)
    if (last === undefined) return []
    const unpaidDays = Math.ceil((periodsUnpaid * 365) / readFrequency(exDates))
    const isMissing = noticedOn !== null && noticedOn > last
    if (isMissing || addDays(last, unpaidDays) > today) return []
    const sentence = `${symbol}: off the exchange’s list since ${formatLongDay(lastOn)}, and nothing paid since ${formatLongDay(last)}, over ${periodsUnpaid} periods ago.`
    return [{ ticker: symbol, kind: 'close' as const, sentence, issuer, name }]
  })
}
