import type { FundState, StateCause } from '../contract/vocabulary.ts'
import { addDays, daysBetween, formatLongDay } from '../market-days/days.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'

/** Whether a fund is followed, since when it is not, and why; both null for one that was never anything but open. */
export type FundStanding = {
  symbol: string
  state: FundState
  state_since: IsoDay | null
  state_cause: StateCause | null
}

/** A fund without a price and without a payment to expect for longer is closed. */
const silentDays = 30
/** A source must not know a fund on so many days, the first and the last of them at least a week apart. */
const fewestUnknownDays = 3
const unknownSpanDays = 7
/** A fund that closed by itself is asked about once more after so many days. */
const retryAfterDays = 30

/** What can be said of a fund's next payment: that is the estimator's, and all this asks of it. */
type Outlook = { status: 'estimated' | 'inactive' | 'not-enough-data'; asOf: IsoDay }

/**
 * What the facts make of a fund's state; null where it stays as it is. An open fund closes when no payment of it is
 * expected and neither a price nor a payment came within thirty days; one that closed by itself opens when either
 * comes. What the operator closed stays, and what he reopened is given thirty days.
 */
export function judgeSilence(
  fund: FundStanding,
  { closes, payments }: Pick<FundHistory, 'closes' | 'payments'>,
  outlook: Outlook
): { state: 'open' } | { state: 'closed'; since: IsoDay } | null {
  const lastNews = latestOf(closes.at(-1)?.date, payments.at(-1)?.exDate)
  if (lastNews === undefined) return null
  if (fund.state === 'open') {
    const isPaymentExpected = outlook.status !== 'inactive' && payments.length > 0
    const waitedSince = latestOf(lastNews, fund.state_since ?? undefined) ?? lastNews
    const isSilent = daysBetween(waitedSince, outlook.asOf) > silentDays
    return isSilent && !isPaymentExpected ? { state: 'closed', since: lastNews } : null
  }
  const closedByItself = fund.state === 'closed' && fund.state_cause !== 'operator'
  return closedByItself && fund.state_since !== null && lastNews > fund.state_since ? { state: 'open' } : null
}

/**
 * The first of the days on which the source did not know the fund, when they are enough to call it closed; else null.
 * @param days ascending, without an answer between
 */
export function unknownSince(days: readonly IsoDay[]): IsoDay | null {
  const [first, last] = [days.at(0), days.at(-1)]
  if (first === undefined || last === undefined || days.length < fewestUnknownDays) return null
  return daysBetween(first, last) >= unknownSpanDays ? first : null
}

export function retryAfter(today: IsoDay): IsoDay {
  return addDays(today, retryAfterDays)
}

/** Why a fund that is not open has no estimate. @throws RangeError for an open one. */
export function formatStanding({ symbol, state, state_since, state_cause }: FundStanding): string {
  if (state === 'open' || state_since === null)
    throw new RangeError(`formatStanding needs a fund that is not open and its day, got ${symbol}`)
  const day = formatLongDay(state_since)
  if (state === 'retired') return `${symbol} has not been covered here since ${day}, so there is no estimate.`
  if (state_cause === 'silent')
    return `${symbol} is closed: we have no price or payment after ${day}, so there is no estimate.`
  if (state_cause === 'unknown')
    return `${symbol} is closed: it has not been quoted under this symbol since ${day}, so there is no estimate.`
  return `${symbol} has been closed since ${day}, so there is no estimate.`
}

function latestOf(a: IsoDay | undefined, b: IsoDay | undefined): IsoDay | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return a > b ? a : b
}
