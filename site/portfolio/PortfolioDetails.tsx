import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { feedPath } from '../../admin-api/contract/calendar.ts'
import {
  chosenPathOf,
  maxChosenFunds,
  readChosenCalendar,
  readChosenNews
} from '../../admin-api/contract/chosen-feeds.ts'
import { notificationsPath } from '../../admin-api/contract/notifications.ts'
import { calendarServices } from '../lib/calendar-services.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { FoldedCard } from '../ui/Card.tsx'
import type { PortfolioFigures } from './calculate-portfolio.ts'
import { ValueCard } from './charts/PortfolioCharts.tsx'
import { PortfolioFiles } from './files/PortfolioFiles.tsx'
import { Goal } from './goal/Goal.tsx'
import { CrashCard } from './outlook/CrashCard.tsx'
import { FundMonthsCard } from './outlook/FundMonths.tsx'
import { useCrashes } from './outlook/use-crashes.ts'
import { $portfolio, usePortfolio } from './portfolio-store.ts'
import { NextToUnderlying } from './summary/NextToUnderlying.tsx'
import { BrokerComparison } from './tax/BrokerComparison.tsx'
import { TaxYears } from './tax/TaxYears.tsx'
import { calculateTax } from './tax/tax-figures.ts'

type PortfolioDetailsProps = {
  /** Of the chosen account. */
  figures: PortfolioFigures
  ofAll: PortfolioFigures
  /** Whether a fund with figures was loaded. */
  isShown: boolean
  /** Opens a broker's file. */
  onFile: (file: File) => void
  onExample: () => void
}

/** Everything below the first screen, loaded when a visitor gets there. */
export function PortfolioDetails(props: PortfolioDetailsProps) {
  const { figures, ofAll, isShown, onFile, onExample } = props
  const isExample = useStore($portfolio).example !== null
  // A link may lead to a part that is not on the page yet.
  useEffect(() => {
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  const portfolio = usePortfolio()
  const { transactions, kinds, parts } = portfolio
  const { ledger, known: funds, today } = ofAll
  const tax = useMemo(
    () => calculateTax({ ledger, transactions, kinds, funds, today, parts }),
    [ledger, transactions, kinds, funds, today, parts]
  )
  const crashes = useCrashes(figures, portfolio)
  const crashesOfAll = useCrashes(ofAll, portfolio)
  return (
    <>
      {isShown && (
        <>
          <ValueCard figures={figures} />
          <FundMonthsCard figures={figures} />
          <NextToUnderlying figures={figures} />
          <CrashCard crashes={crashes} />
          <Goal figures={ofAll} crashes={crashesOfAll} />
          <TaxYears tax={tax} figures={ofAll} />
          <BrokerComparison figures={ofAll} years={tax.years.map(({ year }) => year)} />
        </>
      )}
      {isShown && !isExample && (
        <FoldedCard
          className="portfolio-feeds"
          titleId="portfolio-feeds-title"
          title="Calendar and news of my funds"
        >
          <PortfolioFeeds
            symbols={ofAll.funds
              .filter(({ fund, shares }) => shares > 0 && fund.own === undefined)
              .map(({ fund }) => fund.symbol)}
            origin={window.location.origin}
          />
        </FoldedCard>
      )}
      <PortfolioFiles figures={ofAll} onFile={onFile} onExample={onExample} />
    </>
  )
}

type PortfolioFeedsProps = {
  /** Current symbols in any order. */
  symbols: readonly string[]
  /** Without a trailing slash. */
  origin: string
}

/** Calendar and news of the owned funds. The URLs name funds we cover, never other holdings or share counts. */
export function PortfolioFeeds({ symbols, origin }: PortfolioFeedsProps) {
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
