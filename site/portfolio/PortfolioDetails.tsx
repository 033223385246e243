import { useEffect, useMemo } from 'react'
import { Card } from '../ui/Card.tsx'
import { calculateOutlook, type Outlook, type PortfolioFigures } from './calculate-portfolio.ts'
import { UpcomingPayments } from './coming-payments/UpcomingPayments.tsx'
import { PortfolioFeeds } from './feeds/PortfolioFeeds.tsx'
import { PortfolioFiles } from './files/PortfolioFiles.tsx'
import { staleDay } from './funds/FundNotes.tsx'
import { Goal } from './goal/Goal.tsx'
import { TaxChest } from './goal/TaxChest.tsx'
import { kindOf } from './ledger/transaction.ts'
import { YearAhead } from './outlook/YearAhead.tsx'
import type { HeldFunds } from './positions/held-fund.ts'
import type { Portfolio } from './stored-portfolio.ts'
import { NextToUnderlying } from './summary/NextToUnderlying.tsx'
import { BrokerComparison } from './tax/BrokerComparison.tsx'
import { TaxYears } from './tax/TaxYears.tsx'
import { calculateTax } from './tax/tax-figures.ts'
import { Transactions } from './transactions/Transactions.tsx'

type PortfolioDetailsProps = {
  portfolio: Portfolio
  figures: PortfolioFigures
  /** Outlook of the chosen account. */
  outlook: Outlook
  funds: HeldFunds
  accounts: readonly string[]
  isExample: boolean
  /** Whether a fund with figures was loaded. */
  isShown: boolean
  isWaiting: boolean
  today: string
  onExample: () => void
}

/** Everything below the first screen, loaded when a visitor gets there. */
export function PortfolioDetails(props: PortfolioDetailsProps) {
  const { portfolio, figures, outlook, accounts, isExample, isShown, isWaiting, today, onExample } = props
  // A link may lead to a part that is not on the page yet.
  useEffect(() => {
    if (!isWaiting && location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isWaiting])
  const { transactions, methods, kinds, plans } = portfolio
  const { ledger } = figures
  // Transactions may have former symbols, lots have current ones.
  const funds = useMemo(
    () => new Map([...props.funds, ...figures.funds.map(({ fund }) => [fund.symbol, fund] as const)]),
    [props.funds, figures]
  )
  const tax = useMemo(
    () => calculateTax({ ledger, transactions, kinds, funds, today }),
    [ledger, transactions, kinds, funds, today]
  )
  const taxable = useMemo(() => {
    const lots = ledger.lots.filter(({ account }) => kindOf(kinds, account) === 'taxable')
    return lots.length === ledger.lots.length ? figures : calculateOutlook(lots, funds, today, plans)
  }, [figures, ledger, kinds, funds, today, plans])
  const hasLots = transactions.length > 0
  return (
    <>
      {isShown && (
        <>
          <YearAhead {...{ outlook, funds }} />
          <UpcomingPayments
            payments={outlook.payments}
            today={today}
            lastKnown={staleDay([...funds.values()], today)}
          />
          <NextToUnderlying funds={figures.funds} today={today} />
          <div className="portfolio__columns grid gap-5">
            <Goal figures={figures} goal={portfolio.goal} today={today} />
            <TaxChest outlook={taxable} {...{ tax, today }} percent={portfolio.taxPercent} />
          </div>
          <TaxYears
            {...{ tax, today }}
            leftOut={accounts.filter((account) => kindOf(kinds, account) !== 'taxable')}
            withholdingPercent={portfolio.withholdingPercent ?? null}
          />
          <BrokerComparison {...{ transactions, ledger, funds, today }} />
        </>
      )}
      {isShown && !isExample && (
        <Card
          titleId="portfolio-feeds-title"
          label="News from the crow’s nest"
          title="Calendar and news of my funds"
        >
          <PortfolioFeeds
            symbols={figures.funds.filter(({ shares }) => shares > 0).map(({ fund }) => fund.symbol)}
            origin={window.location.origin}
          />
        </Card>
      )}
      {hasLots && !isWaiting && (
        <Transactions {...{ figures, transactions, methods, kinds, accounts, funds, today }} />
      )}
      {!isWaiting && <PortfolioFiles {...{ portfolio, funds, isExample, today, onExample }} />}
    </>
  )
}
