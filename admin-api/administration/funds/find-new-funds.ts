import { readFunds } from '../../../data/read-facts.ts'
import type { FundFact } from '../../../data/schema.ts'
import type { ExchangeFund } from '../../collection/sources/nasdaq/nasdaq.ts'
import type { NewFundChoice } from '../../contract/funds.ts'
import type { FundIdentity } from '../../funds/funds.db.ts'

/** The exchange's list changes about once a day. */
const freshMs = 24 * 3_600_000
const maxFound = 12

type ListSource = { listFunds: (() => Promise<ExchangeFund[]>) | null; clock: () => Date }

/**
 * Finds funds to add by words of symbol, name or issuer: on the list of all US ETFs if a source has one, otherwise on the
 * project's own list. Issuer, family, group and underlying are those of the project's list, or of most stored funds of
 * the issuer; '' if nothing suggests one.
 */
export function createFundFinder({ listFunds, clock }: ListSource) {
  let cached: { funds: ExchangeFund[]; until: number } | null = null

  async function readList(): Promise<ExchangeFund[]> {
    const now = clock().getTime()
    if (cached !== null && cached.until > now) return cached.funds
    const funds = (await listFunds?.().catch(() => null)) ?? null
    if (funds === null) return readFunds()
    cached = { funds, until: now + freshMs }
    return funds
  }

  return async (text: string, stored: readonly FundIdentity[]): Promise<NewFundChoice[]> => {
    const words = wordsOf(text)
    if (words.length === 0) return []
    const ownSymbols = new Set(stored.map(({ symbol }) => symbol))
    const matches = (await readList()).filter(({ symbol, name }) => {
      const own = wordsOf(`${symbol} ${name}`)
      return words.every((word) => own.some((other) => other.startsWith(word)))
    })
    const isExact = ({ symbol }: ExchangeFund) => Number(symbol === text.trim().toUpperCase())
    const bundled = readFunds()
    return matches
      .sort((a, b) => isExact(b) - isExact(a))
      .slice(0, maxFound)
      .map((fund) => ({ ...suggest(fund, { stored, bundled }), is_known: ownSymbols.has(fund.symbol) }))
  }
}

function suggest(
  { symbol, name }: ExchangeFund,
  { stored, bundled }: { stored: readonly FundIdentity[]; bundled: readonly FundFact[] }
): Omit<NewFundChoice, 'is_known'> {
  const own = bundled.find((fund) => fund.symbol === symbol)
  if (own !== undefined) {
    const { issuer, family, underlying, batch: group } = own
    return { symbol, name: own.name, issuer, family, underlying, group }
  }
  const siblings = stored.filter(({ issuer }) => name.toUpperCase().startsWith(issuer.toUpperCase()))
  return {
    symbol,
    name,
    issuer: siblings[0]?.issuer ?? '',
    underlying: '',
    family: mostCommon(siblings.map(({ family }) => family)),
    group: mostCommon(siblings.map(({ batch }) => batch))
  }
}

function mostCommon(values: readonly string[]): string {
  const counts = [...Map.groupBy(values, (value) => value)].sort(([, a], [, b]) => b.length - a.length)
  return counts[0]?.[0] ?? ''
}

function wordsOf(text: string): string[] {
  return text.toUpperCase().match(/[A-Z0-9]+/g) ?? []
}
