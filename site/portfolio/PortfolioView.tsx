import { useStore } from '@nanostores/react'
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { useToday } from '../lib/use-today.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ShipsWheel } from '../ui/ShipsWheel.tsx'
import { calculatePortfolio, type PortfolioFigures } from './calculate-portfolio.ts'
import { MonthGrid } from './coming-payments/MonthGrid.tsx'
import { CurrencyNote, currencyId } from './files/DisplayCurrency.tsx'
import { formatAmount } from './format-portfolio.ts'
import { useShownFunds } from './funds/held-funds.ts'
import { FundNotes, PortfolioNotices } from './PortfolioNotices.tsx'
import type { Opening } from './portfolio-state.ts'
import {
  addressWithout,
  examplePortfolio,
  headingRoomId,
  readAddRequest,
  shownPortfolio
} from './portfolio-state.ts'
import { $portfolio, dispatchPortfolio } from './portfolio-store.ts'
import { listPortfolioPayments } from './positions/portfolio-payments.ts'
import { sumOf } from './positions/spans.ts'
import { FleetSummary } from './summary/FleetSummary.tsx'
import { HoldingsCard } from './summary/HoldingsCard.tsx'
import { HoldingsTable } from './summary/HoldingsTable.tsx'
import { PaycheckCard } from './summary/Paycheck.tsx'
import { useDetails } from './use-details.ts'
import { useNear, usePrinting } from './use-near.ts'
import { useReturnedFocus } from './use-returned-focus.ts'
import { ImportButton, Welcome } from './Welcome.tsx'

const ImportView = lazy(async () => ({ default: (await import('./import/ImportView.tsx')).ImportView }))

const TransactionForm = lazy(async () => ({
  default: (await import('./transactions/TransactionForm.tsx')).TransactionForm
}))

/** Parts by the id of their heading, to which URLs link; those below the first screen load on demand. */
const parts = [
  ['fleet-lots-title', 'Holdings'],
  ['fleet-month-title', 'Calendar'],
  ['portfolio-holdings-title', 'Return'],
  ['fleet-tax-years-title', 'Taxes'],
  ['portfolio-files-title', 'Files'],
  [currencyId, 'Currency']
] as const

export type PortfolioViewProps = {
  renderedOn: string
  /** Whether the site gives out closes of holdings that it doesn’t cover. */
  offersCloses: boolean
  opening: Opening
  /** A broker's file to import. */
  chosenFile?: File | null
  children?: ReactNode
}

/** The portfolio on screen: the visitor's own, or the example. */
export function PortfolioView({
  renderedOn,
  offersCloses,
  opening,
  chosenFile = null,
  children
}: PortfolioViewProps) {
  const state = useStore($portfolio)
  const portfolio = shownPortfolio(state)
  const today = useToday(renderedOn)
  const [draft] = useState(readAddRequest)
  const [open, setOpen] = useState<'add' | 'import' | null>(draft === null ? asPanel(opening) : 'add')
  const [file, setFile] = useState(chosenFile)
  const [isImported, setImported] = useState(false)
  const isImporting = open === 'import' || file !== null
  const addButton = useReturnedFocus(open === 'add' || isImporting)
  const isPrinting = usePrinting()
  const [end, isNear] = useNear()
  const { transactions, methods, kinds, plans, prices } = portfolio
  const accounts = useMemo(
    () => [...new Set(transactions.map(({ account }) => account))].sort(),
    [transactions]
  )
  const read = useShownFunds(transactions)
  const [isComplete, setComplete] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const hasLots = transactions.length > 0
  // Sums without some of the funds would be wrong, so figures wait until each fund has some facts.
  if (!isComplete && hasLots && !read.isLoading) setComplete(true)
  // The rest, which takes long to calculate, begins after the first view. A fund added later doesn't remove it again.
  if (!isWhole && hasLots && read.isWhole) setWhole(true)
  const isWaiting = hasLots && !isComplete
  const details = useDetails(!isWaiting)
  const options = useMemo(
    () => ({ methods, kinds, plans, prices, own: read.own }),
    [methods, kinds, plans, prices, read.own]
  )
  const ofAll = useMemo(
    () => calculatePortfolio(transactions, read.funds, today, options),
    [transactions, read.funds, today, options]
  )

  const [chosen, setChosen] = useState<string | null>(null)
  const account = chosen !== null && accounts.includes(chosen) ? chosen : null
  const figures = useMemo(
    () =>
      account === null ? ofAll : calculatePortfolio(transactions, read.funds, today, { ...options, account }),
    [ofAll, account, transactions, read.funds, today, options]
  )

  useEffect(() => {
    if (opening === 'example') dispatchPortfolio({ type: 'example-shown', portfolio: examplePortfolio })
    // Applied once: a reload must not add again.
    if (draft !== null) history.replaceState(history.state, '', addressWithout(location))
  }, [opening, draft])

  function act(next: Opening, file: File | null = null) {
    setFile(file)
    if (next === 'example') dispatchPortfolio({ type: 'example-shown', portfolio: examplePortfolio })
    setOpen(asPanel(next))
  }

  function leaveImport(isAdded: boolean) {
    setFile(null)
    setOpen(null)
    setImported(isAdded)
    if (location.hash === '#import')
      history.replaceState(history.state, '', location.pathname + location.search)
  }

  if (state.storage === 'unread') return <ShipsWheel size="sm" message="Hoisting the sails..." />
  const isShown = !isWaiting && figures.funds.length > 0
  if (isImporting && state.storage !== 'unreadable')
    return (
      <>
        <PortfolioNotices state={state} today={today} />
        <Suspense fallback={<ShipsWheel size="sm" message="Hoisting the sails..." />}>
          <ImportView figures={ofAll} chosenFile={file} onDone={leaveImport} />
        </Suspense>
      </>
    )
  return (
    <>
      <PortfolioNotices state={state} today={today} />
      {state.storage !== 'unreadable' && (
        <>
          {hasLots && (
            <BesideHeading>
              <Button ref={addButton} onClick={() => setOpen('add')}>
                Add a transaction
              </Button>
              <ImportButton onFile={setFile} />
            </BesideHeading>
          )}
          {open === 'add' && (
            <Card titleId="portfolio-add-title" title="New transaction">
              <Suspense fallback={<ShipsWheel size="sm" message="Fetching the quill..." />}>
                <TransactionForm
                  transaction={null}
                  draft={draft}
                  figures={figures}
                  onDone={() => setOpen(null)}
                />
              </Suspense>
            </Card>
          )}
          {isShown && <CurrencyNote />}
          {hasLots && <FundNotes read={read} today={today} />}
          {isShown && (
            <>
              <AccountChoice figures={ofAll} accounts={accounts} chosen={account} onChoose={setChosen} />
              <FleetSummary figures={figures} isWhole={isWhole} />
              <nav className="portfolio__menu row items-center gap-x-4" aria-label="On this page">
                {parts.map(([id, name]) => (
                  <Fragment key={id}>
                    <a href={`#${id}`}>{name}</a>{' '}
                  </Fragment>
                ))}
              </nav>
              <Card titleId="portfolio-income-chart-title" title="Income by month">
                <div className="portfolio-income">{details && <details.IncomeChart figures={figures} />}</div>
              </Card>
            </>
          )}
          {hasLots && !isWaiting && (
            <HoldingsTable
              figures={figures}
              isWhole={isPrinting}
              offersCloses={offersCloses}
              FundTransactions={details?.FundTransactions}
            />
          )}
          {isShown && isWhole && (
            <PaycheckCard
              figures={figures}
              isResult={isImported && read.isWhole}
              onSeen={() => setImported(false)}
            />
          )}
          {isShown && isWhole && (
            <div className="portfolio__columns grid gap-5">
              <MonthGrid figures={figures} />
              <HoldingsCard figures={figures} />
            </div>
          )}
          {!isWaiting && <div ref={end} />}
          {hasLots &&
            isWhole &&
            (isNear || isPrinting) &&
            (details === null ? (
              <ShipsWheel size="sm" message="Hoisting the sails..." />
            ) : (
              <details.PortfolioDetails
                figures={figures}
                ofAll={ofAll}
                isShown={isShown}
                onFile={setFile}
                onExample={() => act('example')}
              />
            ))}
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

/** Buttons on the right of the page's heading, or in place where the page has no such room. */
function BesideHeading({ children }: { children: ReactNode }) {
  const [room] = useState(() => document.getElementById(headingRoomId))
  const buttons = <div className="portfolio__actions row gap-2">{children}</div>
  return room === null ? buttons : createPortal(buttons, room)
}

type AccountChoiceProps = {
  figures: PortfolioFigures
  accounts: readonly string[]
  /** null: all accounts. */
  chosen: string | null
  onChoose: (account: string | null) => void
}

/** Income of the next 12 months in all accounts and in each; the page follows the choice. */
function AccountChoice({ figures, accounts, chosen, onChoose }: AccountChoiceProps) {
  if (accounts.length < 2) return null
  const { span, sum } = figures.year
  const comingTo = (account: string) => {
    const lots = figures.ledger.lots.filter((lot) => lot.account === account)
    const payments = listPortfolioPayments(lots, figures.known, { today: span.from, until: span.to })
    return sumOf(payments).coming
  }
  const choices = [
    { account: null, name: 'All accounts', dollars: sum.coming },
    ...accounts.map((account) => ({
      account,
      name: account === '' ? 'Without an account' : account,
      dollars: comingTo(account)
    }))
  ]
  return (
    <fieldset className="portfolio__actions row items-center gap-2">
      <legend className="portfolio-accounts label">Account</legend>
      {choices.map(({ account, name, dollars }) => (
        <Button key={name} variant="chip" aria-pressed={account === chosen} onClick={() => onChoose(account)}>
          {name} <span className="regular">{formatAmount(dollars)} in 12 months</span>
        </Button>
      ))}
    </fieldset>
  )
}

function asPanel(opening: Opening): 'add' | 'import' | null {
  return opening === 'add' || opening === 'import' ? opening : null
}
