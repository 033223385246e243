import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { Card } from '../ui/Card.tsx'
import type { PortfolioFigures } from './calculate-portfolio.ts'
import { PortfolioFeeds } from './feeds/PortfolioFeeds.tsx'
import { PortfolioFiles } from './files/PortfolioFiles.tsx'
import { Goal } from './goal/Goal.tsx'
import { FundMonthsCard } from './outlook/FundMonths.tsx'
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
  isWaiting: boolean
  /** A broker's file to import. */
  chosenFile: File | null
  onExample: () => void
}

/** Everything below the first screen, loaded when a visitor gets there. */
export function PortfolioDetails(props: PortfolioDetailsProps) {
  const { figures, ofAll, isShown, isWaiting, chosenFile, onExample } = props
  const isExample = useStore($portfolio).example !== null
  // A link may lead to a part that is not on the page yet.
  useEffect(() => {
    if (!isWaiting && location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isWaiting])
  const { transactions, kinds } = usePortfolio()
  const { ledger, known: funds, today } = ofAll
  const tax = useMemo(
    () => calculateTax({ ledger, transactions, kinds, funds, today }),
    [ledger, transactions, kinds, funds, today]
  )
  return (
    <>
      {isShown && (
        <>
          <FundMonthsCard figures={figures} />
          <NextToUnderlying figures={figures} />
          <Goal figures={ofAll} />
          <TaxYears tax={tax} today={today} />
          <BrokerComparison figures={ofAll} years={tax.years.map(({ year }) => year)} />
        </>
      )}
      {isShown && !isExample && (
        <Card titleId="portfolio-feeds-title" title="Calendar and news of my funds">
          <PortfolioFeeds
            symbols={ofAll.funds.filter(({ shares }) => shares > 0).map(({ fund }) => fund.symbol)}
            origin={window.location.origin}
          />
        </Card>
      )}
      {/* Stays while the funds of an import load, so that the focus stays, too. */}
      {(!isWaiting || chosenFile !== null) && (
        <PortfolioFiles figures={ofAll} chosenFile={chosenFile} onExample={onExample} />
      )}
    </>
  )
}
