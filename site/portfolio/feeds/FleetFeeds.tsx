import { feedPath } from '../../../admin-api/contract/calendar.ts'
import {
  chosenPathOf,
  mostChosenFunds,
  readChosenCalendar,
  readChosenNews
} from '../../../admin-api/contract/chosen-feeds.ts'
import { calendarServices } from '../../lib/calendar-services.ts'
import { AddressField } from './AddressField.tsx'
import './fleet-feeds.css'

type Props = {
  /** Of today, in any order. */
  symbols: readonly string[]
  /** The site's, without a slash at its end. */
  origin: string
}

/** Calendar and news of the funds held: the addresses name the funds, and neither shares nor who holds them. */
export function FleetFeeds({ symbols, origin }: Props) {
  const count = new Set(symbols).size
  if (count === 0) return null
  const isTooMany = count > mostChosenFunds
  const calendar = origin + (isTooMany ? feedPath : chosenPathOf(readChosenCalendar, symbols))
  return (
    <div className="fleet-feeds">
      <p className="fleet-feeds__what">
        {isTooMany
          ? `A feed holds at most ${mostChosenFunds} funds and you hold ${count}: this is the calendar of all.`
          : 'The coming days with their amounts, kept up to date. The address names your funds, nothing else: no shares, no account.'}
      </p>
      <ul className="fleet-feeds__services">
        {calendarServices(calendar, 'Doubloon: my fleet').map(({ name, href, isPage }) => (
          <li key={name}>
            <a
              className="button button--quiet"
              href={href}
              {...(isPage && { target: '_blank', rel: 'noopener' })}
            >
              Add to {name} {isPage && <span className="visually-hidden">(opens in a new tab)</span>}
            </a>
          </li>
        ))}
      </ul>
      <AddressField id="fleet-calendar-address" label="Address of the calendar" address={calendar} />
      {!isTooMany && (
        <AddressField
          id="fleet-news-address"
          label="Address of the news, for a feed reader"
          address={origin + chosenPathOf(readChosenNews, symbols)}
        />
      )}
    </div>
  )
}
