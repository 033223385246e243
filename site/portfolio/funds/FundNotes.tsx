import { staleAge } from '../../../admin-api/market-days/market-calendar.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { formatDay } from '../../lib/format.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import { Notice } from '../Notice.tsx'
import type { HeldFund } from '../positions/held-fund.ts'
import type { ReadFunds } from './held-funds.ts'

/** Caveats of the owned funds: missing, old, closed, or on an unclear share basis. */
export function FundNotes({ read, today }: { read: ReadFunds; today: string }) {
  const { funds, failed, isLoading, retry } = read
  const held = [...funds.values()]
  const old = staleDay(held, today)
  const notes = [
    old !== null &&
      `Payments after ${formatDay(old)} aren’t counted as received yet; upcoming payments repeat the last estimates.`,
    ...held.flatMap(({ symbol, noEstimate, splits }) => [
      noEstimate,
      splits.some(({ date }) => date === null) &&
        `The date of a ${symbol} split is unknown: enter shares and price as adjusted for it.`
    ])
  ].filter((note) => typeof note === 'string')
  return (
    <>
      <div role="status">{isLoading && <ShipsWheel size="sm" message="Loading your funds..." />}</div>
      {failed.length > 0 && (
        <FailureNotice onRetry={retry}>
          The data of {failed.join(', ')} couldn’t be loaded. These funds aren’t counted on this page until
          they load.
        </FailureNotice>
      )}
      {notes.length > 0 && (
        <Notice label="About these figures" tone="plain">
          <ul className="stack gap-1">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

/** Newest known day of the open funds, if it is old; otherwise null. */
function staleDay(funds: readonly Pick<HeldFund, 'state' | 'asOf'>[], today: IsoDay): IsoDay | null {
  const asOf = funds
    .flatMap((fund) => (fund.state === 'open' ? [fund.asOf] : []))
    .sort()
    .at(-1)
  return asOf === undefined || staleAge(asOf, today) === null ? null : asOf
}
