import type { FundState, MissingEstimate, StateCause } from '../contract/vocabulary.ts'
import { addDays, daysBetween, formatLongDay } from '../market-days/days.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'

/** State of a fund, with the day and cause of its last change; both null for a fund that was always open. */
export type FundStanding = {
  symbol: string
  state: FundState
  state_since: IsoDay | null
  state_cause: StateCause | null
}

/** A fund closes after this many days without a price, a payment or an expected payment. */
const silentDays = 30
/** A fund closes after this many days on which the source didn't know it, first and last at least a week apart. */
const minUnknownDays = 3
const unknownSpanDays = 7
/** An automatically closed fund is requested once more after this many days. */
const retryAfterDays = 30

/** The part of an estimate that decides whether a payment is expected. */
type Outlook = { status: 'estimated' | MissingEstimate; asOf: IsoDay }

/**
 * Derives a fund's new state from its facts; null if it doesn't change. An open fund closes when no payment is expected
 * and neither a price nor a payment arrived within thirty days; an automatically closed one reopens when either
 * arrives. Funds that the operator closed stay closed; funds that the operator reopened get thirty days. Missing
 * payments prove that the silence is of our sources, so it neither closes a fund nor keeps it closed.
 */
export function judgeSilence(
  fund: FundStanding,
  { closes, payments }: Pick<FundHistory, 'closes' | 'payments'>,
  outlook: Outlook
): { state: 'open' } | { state: 'closed'; since: IsoDay } | null {
  if (outlook.status === 'payments-missing') {
    return fund.state === 'closed' && fund.state_cause === 'silent' ? { state: 'open' } : null
  }
  const lastNews = latestOf(closes.at(-1)?.date, payments.at(-1)?.exDate)
  if (lastNews === undefined) return null
  if (fund.state === 'open') {
    const isPaymentExpected = outlook.status !== 'inactive' && payments.length > 0
    const waitedSince = latestOf(lastNews, fund.state_since ?? undefined) ?? lastNews
    const isSilent = daysBetween(waitedSince, outlook.asOf) > silentDays
    return isSilent && !isPaymentExpected ? { state: 'closed', since: lastNews } : null
  }
  const isAutomatic = fund.state === 'closed' && fund.state_cause !== 'operator'
  return isAutomatic && fund.state_since !== null && lastNews > fund.state_since ? { state: 'open' } : null
}

/**
 * Returns the first day on which the source didn't know the fund if the days suffice to close it, otherwise null.
 * @param days ascending, without a day in between on which the source knew the fund
 */
export function unknownSince(days: readonly IsoDay[]): IsoDay | null {
  const [first, last] = [days.at(0), days.at(-1)]
  if (first === undefined || last === undefined || days.length < minUnknownDays) return null
  return daysBetween(first, last) >= unknownSpanDays ? first : null
}

export function retryAfter(today: IsoDay): IsoDay {
  return addDays(today, retryAfterDays)
}

/** Explains why a fund that is not open has no estimate. @throws RangeError for an open fund */
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
