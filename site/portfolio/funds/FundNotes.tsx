import { oldNews } from '../positions/old-news.ts'
import { formatCount, formatDay } from '../../lib/format.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import type { ReadFunds } from './use-held-funds.ts'

/** What has to be known of the held funds to read the figures: which are missing, old, closed or of unsure shares. */
export function FundNotes({ read, today }: { read: ReadFunds; today: string }) {
  const { funds, failed, isLoading, retry } = read
  const held = [...funds.values()]
  const old = oldNews(held, today)
  const notes = held.flatMap(({ symbol, noEstimate, splits }) => [
    ...(noEstimate === null ? [] : [noEstimate]),
    ...(splits.some(({ date }) => date === null)
      ? [`A split of ${symbol} has no known day: enter its shares and price as they count today.`]
      : [])
  ])
  return (
    <>
      <div role="status">
        {isLoading && <ShipsWheel size="sm" message="Fetching the figures of your funds..." />}
      </div>
      {failed.length > 0 && (
        <FailureNotice onRetry={retry}>
          The figures of {failed.join(', ')} could not be fetched. They count nowhere on this page until they
          are here.
        </FailureNotice>
      )}
      {(old !== null || notes.length > 0) && (
        <aside className="fleet-notice" aria-label="About these figures">
          <ul className="fleet-notice__list">
            {old !== null && (
              <li>
                The newest figures of your funds are of {formatDay(old.asOf)}, {formatCount(old.tradingDays)}{' '}
                trading days old. What was expected since then is not counted as received, and what is to come
                repeats the last estimates.
              </li>
            )}
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </aside>
      )}
    </>
  )
}
