import { useEffect, useMemo } from 'react'
import { Card } from '../ui/Card.tsx'
import type { PortfolioFigures } from './calculate-portfolio.ts'
import { PortfolioFeeds } from './feeds/PortfolioFeeds.tsx'
import { PortfolioFiles } from './files/PortfolioFiles.tsx'
import { Goal } from './goal/Goal.tsx'
import { kindOf } from './ledger/transaction.ts'
import { FundMonthsCard } from './outlook/FundMonths.tsx'
import type { HeldFunds } from './positions/held-fund.ts'
import type { Portfolio } from './stored-portfolio.ts'
import { NextToUnderlying } from './summary/NextToUnderlying.tsx'
import { BrokerComparison } from './tax/BrokerComparison.tsx'
import { TaxYears } from './tax/TaxYears.tsx'
import { calculateTax } from './tax/tax-figures.ts'

export type PortfolioDetailsProps = {
  portfolio: Portfolio
  /** Of the chosen account. */
  figures: PortfolioFigures
  ofAll: PortfolioFigures
  funds: HeldFunds
  accounts: readonly string[]
  isExample: boolean
  /** Whether a fund with figures was loaded. */
  isShown: boolean
  isWaiting: boolean
  today: string
  /** A broker's file to import. */
  chosenFile: File | null
  onExample: () => void
}

/** Everything below the first screen, loaded when a visitor gets there. */
export function PortfolioDetails(props: PortfolioDetailsProps) {
  const { portfolio, figures, ofAll, accounts, isExample, isShown, isWaiting, today, chosenFile } = props
  // A link may lead to a part that is not on the page yet.
  useEffect(() => {
    if (!isWaiting && location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isWaiting])
  const { transactions, methods, kinds } = portfolio
  const { ledger } = ofAll
  // Transactions may have former symbols, lots have current ones.
  const funds = useMemo(
    () => new Map([...props.funds, ...ofAll.funds.map(({ fund }) => [fund.symbol, fund] as const)]),
    [props.funds, ofAll]
  )
  const tax = useMemo(
    () => calculateTax({ ledger, transactions, kinds, funds, today }),
    [ledger, transactions, kinds, funds, today]
  )
  return (
    <>
      {isShown && (
        <>
          <FundMonthsCard outlook={figures} funds={funds} today={today} />
          <NextToUnderlying funds={figures.funds} today={today} />
          <Goal figures={ofAll} portfolio={portfolio} today={today} />
          <TaxYears
            tax={tax}
            today={today}
            percent={portfolio.taxPercent}
            leftOut={accounts.filter((account) => kindOf(kinds, account) !== 'taxable')}
            withholdingPercent={portfolio.withholdingPercent ?? null}
            methods={methods}
            kinds={kinds}
            accounts={accounts}
          />
          <BrokerComparison
            transactions={transactions}
            ledger={ledger}
            funds={funds}
            accounts={[...new Set(ledger.lots.map(({ account }) => account))].filter(
              (account) => kindOf(kinds, account) === 'taxable'
            )}
            years={tax.years.map(({ year }) => year)}
            forms={portfolio.forms}
            today={today}
          />
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
        <PortfolioFiles
          portfolio={portfolio}
          figures={ofAll}
          funds={funds}
          isExample={isExample}
          today={today}
          chosenFile={chosenFile}
          onExample={props.onExample}
        />
      )}
    </>
  )
}
