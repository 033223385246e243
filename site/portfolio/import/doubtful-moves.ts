import { daysBetween } from '../../../admin-api/market-days/days.ts'
import { formatDay } from '../../lib/format.ts'
import { formatShares } from '../format-portfolio.ts'
import type { HeldFunds } from '../funds/held-fund.ts'
import { rowsOfSplit, transferDays } from '../ledger/pair-transactions.ts'
import { hasSplit } from '../ledger/reduce-ledger.ts'
import type { Lot } from '../ledger/take-shares.ts'
import type { ShareChange, Trade, Transaction } from '../ledger/transaction.ts'

/*
 * Moves of shares of which the other half may be missing, in this file or another. They are possible as they are, so
 * they are imported, and a sentence says what to look at.
 */

const leastShares = 1e-6
const nameOf = (account: string) => (account === '' ? 'the account without a name' : account)
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Sentences about arrivals that may be shares which another account still counts, shares that left, and splits that may have replaced the
 * shares instead of adding some. Only what the import concerns.
 * @param after all transactions after the import, with current symbols
 * @param lots what they give
 */
export function listDoubtfulMoves(
  added: readonly Transaction[],
  after: readonly Transaction[],
  { lots, funds }: { lots: readonly Lot[]; funds: HeldFunds }
): string[] {
  const addedIds = new Set(added.map(({ id }) => id))
  const changed = new Set(added.map(({ symbol, account }) => `${symbol} ${account}`))
  return [...Map.groupBy(after, ({ symbol }) => symbol)].flatMap(([symbol, ofFund]) => {
    const held = lots.filter((lot) => lot.symbol === symbol && lot.heldUntil === null)
    const arrivals = ofFund.filter((one): one is Trade => one.type === 'transfer-in')
    const departures = ofFund.filter(
      (one): one is Trade => one.type === 'transfer-out' && addedIds.has(one.id)
    )
    const splits = ofFund.filter((one): one is ShareChange => one.type === 'split' && addedIds.has(one.id))
    return [
      ...arrivals.flatMap((arrival) => {
        const other = doubtOf(arrival, ofFund, held)
        if (other === null) return []
        const isConcerned = addedIds.has(arrival.id) || changed.has(`${symbol} ${other.account}`)
        return isConcerned ? [other.sentence] : []
      }),
      ...departures.flatMap((departure) => doubtOfDeparture(departure, arrivals) ?? []),
      ...splits.flatMap((split) => doubtOfSplit(split, ofFund, funds) ?? [])
    ]
  })
}

function doubtOf(
  arrival: Trade,
  ofFund: readonly Transaction[],
  held: readonly Lot[]
): { account: string; sentence: string } | null {
  const { account, symbol, shares, date } = arrival
  const isEqual = (other: { shares: number }) => Math.abs(other.shares - shares) < leastShares
  const departures = ofFund.filter((one): one is Trade => one.type === 'transfer-out')
  // Equal rows of one account and day move nothing.
  if (departures.some((one) => isEqual(one) && one.account === account && one.date === date)) return null
  const near = departures.filter(
    (one) => one.account !== account && Math.abs(daysBetween(one.date, date)) <= transferDays
  )
  if (near.some(isEqual)) return null
  const arrived = `${upperFirst(nameOf(account))} received ${formatShares(shares)} ${symbol} on ${formatDay(date)}`
  const [departure] = near
  if (departure !== undefined) {
    const sent = `${nameOf(departure.account)} sent ${formatShares(departure.shares)} on ${formatDay(departure.date)}`
    return {
      account: departure.account,
      sentence: `${arrived}, but ${sent}: if these are the same shares, correct the number that is wrong under Transactions.`
    }
  }
  const earlier = held.filter((lot) => lot.account !== account && lot.heldFrom <= date)
  for (const [holder, own] of Map.groupBy(earlier, (lot) => lot.account)) {
    const count = own.reduce((sum, lot) => sum + lot.shares, 0)
    if (count < shares - leastShares) continue
    return {
      account: holder,
      sentence: `${arrived}, and ${nameOf(holder)} still has ${formatShares(count)}: if they came from there, import its file with the transfer, or they count twice.`
    }
  }
  return null
}

/** Shares that arrive nowhere leave the portfolio, which the account that received them may not know yet. */
function doubtOfDeparture(departure: Trade, arrivals: readonly Trade[]): string | null {
  const { account, symbol, shares, date } = departure
  // An arrival with another number has a sentence of its own.
  if (arrivals.some((arrival) => Math.abs(daysBetween(arrival.date, date)) <= transferDays)) return null
  return `${upperFirst(nameOf(account))} sent ${formatShares(shares)} ${symbol} on ${formatDay(date)} to an account that isn’t here. If it is yours, import its file, too.`
}

/** A single row with more shares than before: some brokers book the added ones, others all new ones and a second row. */
function doubtOfSplit(split: ShareChange, ofFund: readonly Transaction[], funds: HeldFunds): string | null {
  const { account, symbol, shares, date } = split
  if (shares <= 0 || rowsOfSplit(ofFund, split).length !== 1) return null
  if (hasSplit(funds.get(symbol)?.splits, date)) return null
  return `The split of ${symbol} on ${formatDay(date)} adds ${formatShares(shares)} shares to those of ${nameOf(account)}. If that is the number of all shares after it, a row is missing: correct the split under Transactions.`
}
