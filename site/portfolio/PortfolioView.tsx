import { useStore } from '@nanostores/react'
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useToday } from '../lib/use-today.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ShipsWheel } from '../ui/ShipsWheel.tsx'
import { calculateOutlook, calculatePortfolio } from './calculate-portfolio.ts'
import { MonthGrid } from './coming-payments/MonthGrid.tsx'
import { FundNotes } from './funds/FundNotes.tsx'
import { useHeldFunds } from './funds/held-funds.ts'
import type { Transaction } from './ledger/transaction.ts'
import { AccountChoice } from './outlook/AccountChoice.tsx'
import { PortfolioNotices } from './PortfolioNotices.tsx'
import type { Opening } from './portfolio-state.ts'
import { addressWithout, examplePortfolio, readAddRequest, shownPortfolio } from './portfolio-state.ts'
import { $portfolio, dispatchPortfolio } from './portfolio-store.ts'
import { HoldingsCard } from './summary/HoldingsCard.tsx'
import { Summary } from './summary/Summary.tsx'
import { useNear } from './use-near.ts'
import { useReturnedFocus } from './use-returned-focus.ts'
import { Welcome } from './Welcome.tsx'

const PortfolioDetails = lazy(async () => ({
  default: (await import('./PortfolioDetails.tsx')).PortfolioDetails
}))
const TransactionForm = lazy(async () => ({
  default: (await import('./transactions/TransactionForm.tsx')).TransactionForm
}))

/** Parts below the first screen by the id of their heading, to which URLs link; all but the first load on demand. */
const parts = [
  ['fleet-month-title', 'Calendar'],
  ['fleet-coming-title', 'Payments'],
  ['fleet-tax-years-title', 'Taxes'],
  ['fleet-lots-title', 'Transactions'],
  ['import', 'Import']
] as const

export type PortfolioViewProps = { renderedOn: string; opening: Opening; children?: ReactNode }

/** The portfolio on screen: the visitor's own, or the example. */
export function PortfolioView({ renderedOn, opening, children }: PortfolioViewProps) {
  const state = useStore($portfolio)
  const portfolio = shownPortfolio(state)
  const today = useToday(renderedOn)
  const [draft] = useState(readAddRequest)
  const [open, setOpen] = useState<'add' | 'import' | null>(draft === null ? asPanel(opening) : 'add')
  const addButton = useReturnedFocus(open === 'add')
  const [end, isNear] = useNear(open === 'import')
  const { transactions, methods, plans } = portfolio
  const symbols = useMemo(() => [...new Set(transactions.map(({ symbol }) => symbol))].sort(), [transactions])
  const accounts = useMemo(() => namesOf(transactions), [transactions])
  const read = useHeldFunds(symbols)
  const figures = useMemo(
    () => calculatePortfolio(transactions, read.funds, today, { methods, plans }),
    [transactions, methods, plans, read.funds, today]
  )

  const [chosen, setChosen] = useState<string | null>(null)
  const account = chosen !== null && accounts.includes(chosen) ? chosen : null
  const outlook = useMemo(() => {
    if (account === null) return figures
    const lots = figures.ledger.lots.filter((lot) => lot.account === account)
    return calculateOutlook(lots, read.funds, today, plans)
  }, [figures, account, read.funds, today, plans])

  useEffect(() => {
    if (opening === 'example') dispatchPortfolio({ type: 'example-shown', portfolio: examplePortfolio })
    // Applied once: a reload must not add again.
    if (draft !== null) history.replaceState(history.state, '', addressWithout(location))
  }, [opening, draft])

  function act(next: Opening) {
    if (next === 'example') dispatchPortfolio({ type: 'example-shown', portfolio: examplePortfolio })
    setOpen(asPanel(next))
  }

  if (state.storage === 'unread') return <ShipsWheel size="sm" message="Hoisting the sails..." />
  const isSpecific = (name: string) =>
    methods.some(({ account, method }) => account === name && method === 'specific')
  const hasLots = transactions.length > 0
  const isWaiting = read.isLoading && figures.funds.length === 0
  const isShown = hasLots && figures.funds.length > 0
  return (
    <>
      <PortfolioNotices state={state} today={today} />
      {state.storage !== 'unreadable' && (
        <>
          {(hasLots || open === 'import') && (
            <div className="portfolio__actions row gap-2">
              <Button ref={addButton} onClick={() => setOpen('add')}>
                Add a transaction
              </Button>
              {hasLots && (
                <nav className="portfolio__menu row items-center gap-x-4" aria-label="On this page">
                  {parts.map(([id, name]) => (
                    <Fragment key={id}>
                      <a href={`#${id}`}>{name}</a>{' '}
                    </Fragment>
                  ))}
                </nav>
              )}
            </div>
          )}
          {open === 'add' && (
            <Card titleId="portfolio-add-title" title="New transaction">
              <Suspense fallback={<ShipsWheel size="sm" message="Fetching the quill..." />}>
                <TransactionForm
                  transaction={null}
                  lots={figures.ledger.lots.filter((lot) => isSpecific(lot.account))}
                  accounts={accounts.filter((name) => name !== '')}
                  {...{ draft, today }}
                  onDone={() => setOpen(null)}
                />
              </Suspense>
            </Card>
          )}
          {hasLots && <FundNotes read={read} today={today} />}
          {isShown && (
            <>
              <Summary {...figures} />
              <AccountChoice figures={figures} accounts={accounts} chosen={account} onChoose={setChosen} />
              <div className="portfolio__columns grid gap-5">
                <HoldingsCard figures={figures} today={today} />
                <MonthGrid payments={outlook.payments} today={today} />
              </div>
            </>
          )}
          {!isWaiting && <div ref={end} />}
          {(hasLots || open === 'import') && isNear && (
            <Suspense fallback={<ShipsWheel size="sm" message="Hoisting the sails..." />}>
              <PortfolioDetails
                {...{ portfolio, figures, outlook, today, isShown, isWaiting }}
                funds={read.funds}
                accounts={accounts.filter((name) => name !== '')}
                isExample={state.example !== null}
                onExample={() => act('example')}
              />
            </Suspense>
          )}
          {!hasLots && open === null && (
            <Welcome isLoading={false} onOpen={act}>
              {children}
            </Welcome>
          )}
        </>
      )}
    </>
  )
}

/** Names of accounts in use; empty for visitors with a single account. */
function namesOf(transactions: readonly Transaction[]): string[] {
  return [...new Set(transactions.map(({ account }) => account))].sort()
}

function asPanel(opening: Opening): 'add' | 'import' | null {
  return opening === 'add' || opening === 'import' ? opening : null
}
