import { useEffect, useMemo } from 'react'
import { Card } from '../ui/Card.tsx'
import type { Outlook, PortfolioFigures } from './calculate-portfolio.ts'
import { UpcomingPayments } from './coming-payments/UpcomingPayments.tsx'
import { PortfolioFeeds } from './feeds/PortfolioFeeds.tsx'
import { PortfolioFiles } from './files/PortfolioFiles.tsx'
import { staleDay } from './funds/FundNotes.tsx'
import { Goal } from './goal/Goal.tsx'
import { kindOf } from './ledger/transaction.ts'
import { YearAhead } from './outlook/YearAhead.tsx'
import type { HeldFunds } from './positions/held-fund.ts'
import { paymentsOfLots } from './positions/portfolio-payments.ts'
import type { Span } from './positions/spans.ts'
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
  const { transactions, methods, kinds } = portfolio
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
  const taxableIn = (span: Span) =>
    [...paymentsOfLots(ledger.lots, figures.payments, span)]
      .filter(([account]) => kindOf(kinds, account) === 'taxable')
      .reduce((sum, [, dollars]) => sum + dollars, 0)
  const hasLots = transactions.length > 0
  return (
    <>
      {isShown && (
        <>
          <YearAhead outlook={outlook} funds={funds} />
          <UpcomingPayments
            payments={outlook.payments}
            today={today}
            lastKnown={staleDay([...funds.values()], today)}
          />
          <NextToUnderlying funds={figures.funds} today={today} />
          <Goal figures={figures} goal={portfolio.goal} today={today} />
          <TaxYears
            tax={tax}
            today={today}
            coming={{ week: taxableIn(figures.week.span), year: taxableIn(figures.year.span) }}
            percent={portfolio.taxPercent}
            leftOut={accounts.filter((account) => kindOf(kinds, account) !== 'taxable')}
            withholdingPercent={portfolio.withholdingPercent ?? null}
          />
          <BrokerComparison transactions={transactions} ledger={ledger} funds={funds} today={today} />
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
