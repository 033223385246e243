import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useToday } from '../lib/use-today.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ShipsWheel } from '../ui/ShipsWheel.tsx'
import { calculatePortfolio } from './calculate-portfolio.ts'
import { MonthGrid } from './coming-payments/MonthGrid.tsx'
import { UpcomingPayments } from './coming-payments/UpcomingPayments.tsx'
import { PortfolioFeeds } from './feeds/PortfolioFeeds.tsx'
import { PortfolioFiles } from './files/PortfolioFiles.tsx'
import { FundNotes, oldNews } from './funds/FundNotes.tsx'
import { useHeldFunds } from './funds/held-funds.ts'
import { Goal } from './goal/Goal.tsx'
import { TaxChest } from './goal/TaxChest.tsx'
import type { Transaction } from './ledger/transaction.ts'
import { YearAhead } from './outlook/YearAhead.tsx'
import { PortfolioNotices } from './PortfolioNotices.tsx'
import type { Opening } from './portfolio-state.ts'
import { addressWithout, examplePortfolio, readAddRequest, shownPortfolio } from './portfolio-state.ts'
import { $fleet, dispatchPortfolio } from './portfolio-store.ts'
import { HoldingsCard } from './summary/HoldingsCard.tsx'
import { Summary } from './summary/Summary.tsx'
import { BrokerSays } from './tax/BrokerSays.tsx'
import { TaxYears } from './tax/TaxYears.tsx'
import { TransactionForm, useReturnedFocus } from './transactions/TransactionForm.tsx'
import { Transactions } from './transactions/Transactions.tsx'
import { Welcome } from './Welcome.tsx'

export type PortfolioViewProps = { drawnOn: string; opening: Opening; children?: ReactNode }

/** The portfolio on screen: the visitor's own, or the example. */
export function PortfolioView({ drawnOn, opening, children }: PortfolioViewProps) {
  const state = useStore($fleet)
  const fleet = shownPortfolio(state)
  const today = useToday(drawnOn)
  const [wish] = useState(readAddRequest)
  const [open, setOpen] = useState<'add' | 'import' | null>(wish === null ? asPanel(opening) : 'add')
  const addButton = useReturnedFocus(open === 'add')
  const { transactions, methods, plans } = fleet
  const symbols = useMemo(() => [...new Set(transactions.map(({ symbol }) => symbol))].sort(), [transactions])
  const accounts = useMemo(() => namesOf(transactions), [transactions])
  const read = useHeldFunds(symbols)
  const figures = useMemo(
    () => calculatePortfolio(transactions, read.funds, today, { methods, plans }),
    [transactions, methods, plans, read.funds, today]
  )

  useEffect(() => {
    if (opening === 'example') dispatchPortfolio({ type: 'example-shown', fleet: examplePortfolio })
    // Applied once: a reload must not add again.
    if (wish !== null) history.replaceState(history.state, '', addressWithout(location))
  }, [opening, wish])

  function act(next: Opening) {
    if (next === 'example') dispatchPortfolio({ type: 'example-shown', fleet: examplePortfolio })
    setOpen(asPanel(next))
  }

  if (state.keeping === 'unread') return <ShipsWheel size="sm" message="Hoisting the sails..." />
  const isSpecific = (name: string) =>
    methods.some(({ account, method }) => account === name && method === 'specific')
  const hasLots = transactions.length > 0
  const isWaiting = read.isLoading && figures.funds.length === 0
  const isShown = hasLots && figures.funds.length > 0
  return (
    <>
      <PortfolioNotices state={state} />
      {state.keeping !== 'unreadable' && (
        <>
          {(hasLots || open === 'import') && (
            <div className="fleet__acts">
              <Button ref={addButton} onClick={() => setOpen('add')}>
                Add a transaction
              </Button>
              {hasLots && (
                <ButtonLink variant="quiet" href="#fleet-lots">
                  To my transactions
                </ButtonLink>
              )}
            </div>
          )}
          {open === 'add' && (
            <Card titleId="fleet-add-title" title="New transaction">
              <TransactionForm
                transaction={null}
                lots={figures.ledger.lots.filter((lot) => isSpecific(lot.account))}
                {...{ wish, accounts, today }}
                onDone={() => setOpen(null)}
              />
            </Card>
          )}
          {hasLots && <FundNotes read={read} today={today} />}
          {isShown && (
            <>
              <Summary figures={figures} />
              <div className="fleet__columns">
                <HoldingsCard figures={figures} today={today} />
                <MonthGrid payments={figures.payments} today={today} />
              </div>
              <YearAhead figures={figures} />
              <UpcomingPayments
                payments={figures.payments}
                today={today}
                lastKnown={oldNews([...read.funds.values()], today)}
              />
              <div className="fleet__columns">
                <Goal figures={figures} goal={fleet.goal} today={today} />
                <TaxChest figures={figures} percent={fleet.taxPercent} today={today} />
              </div>
              <TaxYears
                {...{ transactions, today }}
                ledger={figures.ledger}
                funds={read.funds}
                withholdingPercent={fleet.withholdingPercent ?? null}
              />
              <BrokerSays {...{ transactions, today }} ledger={figures.ledger} funds={read.funds} />
            </>
          )}
          {isShown && state.example === null && (
            <Card
              titleId="fleet-feeds-title"
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
            <Transactions {...{ figures, transactions, methods, accounts, today }} funds={read.funds} />
          )}
          {!hasLots && open === null && (
            <Welcome isLoading={false} onOpen={act}>
              {children}
            </Welcome>
          )}
          {((hasLots && !isWaiting) || open === 'import') && (
            <PortfolioFiles
              fleet={fleet}
              funds={read.funds}
              isExample={state.example !== null}
              today={today}
              onExample={() => act('example')}
            />
          )}
        </>
      )}
    </>
  )
}

/** Names of accounts in use, without the empty one of visitors with one account. */
function namesOf(transactions: readonly Transaction[]): string[] {
  return [...new Set(transactions.map(({ account }) => account))].filter((name) => name !== '').sort()
}

function asPanel(opening: Opening): 'add' | 'import' | null {
  return opening === 'add' || opening === 'import' ? opening : null
}
