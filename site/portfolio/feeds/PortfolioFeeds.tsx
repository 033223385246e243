import { feedPath } from '../../../admin-api/contract/calendar.ts'
import {
  chosenPathOf,
  maxChosenFunds,
  readChosenCalendar,
  readChosenNews
} from '../../../admin-api/contract/chosen-feeds.ts'
import { notificationsPath } from '../../../admin-api/contract/notifications.ts'
import { calendarServices } from '../../lib/calendar-services.ts'
import { ButtonLink } from '../../ui/Button.tsx'

type Props = {
  /** Current symbols in any order. */
  symbols: readonly string[]
  /** Without a trailing slash. */
  origin: string
}

/** Calendar and news of the owned funds. The URLs name funds only, never share counts. */
export function PortfolioFeeds({ symbols, origin }: Props) {
  const count = new Set(symbols).size
  if (count === 0) return null
  const isTooMany = count > maxChosenFunds
  const calendar = origin + (isTooMany ? feedPath : chosenPathOf(readChosenCalendar, symbols))
  return (
    <div className="stack gap-3">
      <p className="measure muted">
        {isTooMany
          ? `A feed holds at most ${maxChosenFunds} funds and you hold ${count}: this is the calendar of all.`
          : 'Upcoming dates and amounts, kept up to date. The address contains your funds and nothing else: no shares, no account.'}
      </p>
      <p>
        <a href={`${notificationsPath}?funds=${[...new Set(symbols)].join(',')}`}>
          Get notified of announcements and own-by dates
        </a>
      </p>
      <ul className="row gap-2">
        {calendarServices(calendar, 'Doubloon: my fleet').map(({ name, href, isPage }) => (
          <li key={name}>
            <ButtonLink variant="quiet" href={href} {...(isPage && { target: '_blank', rel: 'noopener' })}>
              Add to {name} {isPage && <span className="visually-hidden">(opens in a new tab)</span>}
            </ButtonLink>
          </li>
        ))}
      </ul>
      <p className="anywhere text-s">
        For any other program: <code>{calendar}</code>
        {!isTooMany && ', and for a feed reader: '}
        {!isTooMany && <code>{origin + chosenPathOf(readChosenNews, symbols)}</code>}
      </p>
    </div>
  )
}
