import { useMemo, useState } from 'react'
import { formatCount, formatDay, formatPercent, formatShortDay, formatYield } from '../../lib/format.ts'
import { Card } from '../../ui/Card.tsx'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import { type Sort, Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import type { BookedFund, PortfolioFigures } from '../calculate-portfolio.ts'
import {
  describeShares,
  describeTransaction,
  formatAmount,
  formatGain,
  formatReturn,
  ownPaymentWords,
  toneOf
} from '../format-portfolio.ts'
import { hasOldPrice, type OwnPrice } from '../funds/held-fund.ts'
import type { LedgerFault } from '../ledger/fund-ledger.ts'
import type { Lot } from '../ledger/take-shares.ts'
import type { Transaction } from '../ledger/transaction.ts'
import type { Holdings } from '../positions/holdings.ts'
import type { PortfolioPayment } from '../positions/portfolio-payments.ts'
import type { FundTransactions } from '../transactions/FundTransactions.tsx'
import { OwnCloses } from './OwnCloses.tsx'

type HoldingsTableProps = {
  /** Whether the site gives out closes of other holdings. */
  offersCloses: boolean
  figures: PortfolioFigures
  /** All transactions are shown, as on paper. */
  isWhole: boolean
  /** undefined until it is loaded. */
  FundTransactions: typeof FundTransactions | undefined
}

/** A row of the table: a fund, or their sum. Dollars. */
type HoldingRow = {
  name: string
  /** Null for the sum. */
  booked: BookedFund | null
  value: number | null
  /** Part of the value of all funds, in percent. */
  weight: number | null
  next: PortfolioPayment | null
  yieldOnCost: number | null
  holdings: Holdings | null
  /** Only an old price is known. */
  isOldPrice: boolean
}

/** What is held of each fund and what it pays, with its transactions behind its row. */
export function HoldingsTable({ figures, isWhole, offersCloses, FundTransactions }: HoldingsTableProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [sort, setSort] = useState<Sort>({ id: 'Fund', direction: 'ascending' })
  const toggle = (symbol: string) =>
    setOpened(
      (last) => new Set(last.has(symbol) ? [...last].filter((other) => other !== symbol) : [...last, symbol])
    )
  const isOpen = ({ symbol }: BookedFund) => isWhole || opened.has(symbol)
  const { rows, total } = useMemo(() => listRows(figures), [figures])
  const isSeveral = new Set(figures.funds.flatMap(({ lots }) => accountsOf(lots))).size > 1
  const name: Column<HoldingRow> = {
    heading: 'Fund',
    symbol: (row) => row.name,
    cell: ({ booked }) =>
      booked && (
        <button
          type="button"
          className="holding__toggle bare tap ticker semibold"
          aria-expanded={isOpen(booked)}
          onClick={() => toggle(booked.symbol)}
        >
          <span translate="no">{booked.symbol}</span> <span className="visually-hidden">transactions</span>
        </button>
      ),
    note: ({ booked }) => booked && noteOf(booked, isSeveral)
  }
  return (
    <Card titleId="fleet-lots-title" title="My holdings">
      <Table
        className="portfolio-holdings"
        caption="Your funds, with their transactions behind their rows"
        columns={[name, ...columns]}
        rows={rows}
        total={rows.length > 1 ? total : undefined}
        keyOf={(row) => row.name}
        phones="main"
        sort={sort}
        onSort={setSort}
        detailOf={({ booked }) =>
          booked !== null &&
          isOpen(booked) &&
          (FundTransactions === undefined ? (
            <ShipsWheel size="sm" message="Fetching the quill..." />
          ) : (
            <FundTransactions {...booked} ofAll={figures} />
          ))
        }
      />
      {offersCloses && <OwnCloses figures={figures} />}
      <LedgerFaults {...figures.ledger} />
    </Card>
  )
}

function listRows({ byFund, funds, holdings, today }: PortfolioFigures): {
  rows: HoldingRow[]
  total: HoldingRow
} {
  const value = funds.reduce((sum, fund) => sum + (fund.value ?? 0), 0)
  const rows = byFund.map((booked): HoldingRow => {
    const own = booked.figures
    return {
      name: booked.symbol,
      booked,
      value: own?.value ?? null,
      weight: own?.value == null || value === 0 ? null : (100 * own.value) / value,
      next: own?.next ?? null,
      yieldOnCost: own?.yieldOnCost ?? null,
      holdings: own !== null && own.holdings.counted > 0 ? own.holdings : null,
      isOldPrice: own !== null && own.shares > 0 && hasOldPrice(own.fund, today)
    }
  })
  const total = {
    name: 'All funds',
    booked: null,
    value,
    weight: null,
    next: null,
    yieldOnCost: null,
    holdings: holdings.counted > 0 ? holdings : null,
    isOldPrice: false
  }
  return { rows, total }
}

/** '150 shares, Schwab'; accounts are named if there are several. */
function noteOf({ figures }: BookedFund, isSeveral: boolean): string {
  if (figures === null) return 'no figures here'
  const { fund, lots, shares } = figures
  const accounts = isSeveral ? accountsOf(lots).filter((account) => account !== '') : []
  return [
    describeShares(shares),
    ...(fund.own === undefined ? [] : ['from your transactions']),
    ...(fund.state === 'open' ? [] : [fund.state]),
    ...accounts
  ].join(', ')
}

function ownPriceOf(booked: BookedFund | null): OwnPrice | null {
  return (booked?.figures?.shares ?? 0) > 0 ? (booked?.figures?.fund.own?.price ?? null) : null
}

/** Accounts that hold shares. */
function accountsOf(lots: readonly Lot[]): string[] {
  return [...new Set(lots.flatMap(({ account, heldUntil }) => (heldUntil === null ? [account] : [])))].sort()
}

const columns: readonly Column<HoldingRow>[] = [
  {
    heading: 'Value',
    isMain: true,
    figure: ({ value }) => value,
    format: formatAmount,
    missing: ({ booked }) => (booked?.figures?.fund.own === undefined ? '–' : 'enter a price'),
    note: ({ booked }) => {
      const price = ownPriceOf(booked)
      return price && `at the price of ${formatDay(price.date)}`
    },
    classOf: ({ isOldPrice }) => (isOldPrice ? 'muted' : undefined),
    first: 'descending'
  },
  {
    heading: 'Weight',
    figure: ({ weight }) => weight,
    format: (percent) => formatPercent(percent, 0),
    missing: () => '',
    first: 'descending'
  },
  {
    heading: 'Paid in',
    figure: ({ holdings }) => holdings?.cashIn,
    format: formatAmount,
    first: 'descending'
  },
  {
    heading: 'Next payment',
    isMain: true,
    figure: ({ next }) => next?.amount,
    format: formatAmount,
    missing: ({ booked }) => (booked === null ? '' : '–'),
    note: ({ next }) => next && `${formatShortDay(next.payDate)}${next.isOwn ? `, ${ownPaymentWords}` : ''}`,
    first: 'descending'
  },
  {
    heading: 'Yield on cost',
    figure: ({ yieldOnCost }) => yieldOnCost,
    format: formatYield,
    missing: ({ booked }) => (booked === null ? '' : '–'),
    first: 'descending'
  },
  {
    heading: 'Return',
    isMain: true,
    figure: ({ holdings }) => holdings?.gain,
    format: (gain) => formatGain(gain, formatAmount),
    note: ({ holdings }) => holdings?.gainShare != null && formatReturn(holdings.gainShare),
    classOf: ({ holdings }) => toneOf(holdings?.gain ?? 0),
    first: 'descending'
  }
]

type LedgerFaultsProps = {
  faults: readonly LedgerFault[]
  /** Short sales and what covers them: no figure counts them. */
  shorts: readonly Transaction[]
}

/** What of the transactions doesn't add up, and what isn't counted. */
export function LedgerFaults({ faults, shorts }: LedgerFaultsProps) {
  return (
    <>
      {faults.length > 0 && (
        <ul className="text-s negative" aria-label="Transactions that don’t add up">
          {faults.slice(0, listedFaults).map(({ transaction, missing }) => (
            <li key={transaction.id}>
              {transaction.symbol}, {describeTransaction(transaction)}: {reasonOf(transaction, missing)}
            </li>
          ))}
          {faults.length > listedFaults && <li>and {formatCount(faults.length - listedFaults)} more</li>}
        </ul>
      )}
      {shorts.length > 0 && (
        <p className="text-s">
          Short sales and the purchases that cover them change no figure here:{' '}
          {shorts
            .slice(0, listedFaults)
            .map((one) => `${one.symbol}, ${describeTransaction(one)}`)
            .join('; ')}
          {shorts.length > listedFaults && ` and ${formatCount(shorts.length - listedFaults)} more`}.
        </p>
      )}
    </>
  )
}

const listedFaults = 10

function reasonOf({ type }: Transaction, missing: number): string {
  if (type === 'cash-in-lieu') return 'no fraction of a share was left after an earlier split.'
  if (type === 'cancel-buy' || type === 'cancel-sell')
    return 'the trade that it takes back isn’t here. Import the file with that trade, or delete this row.'
  if (type === 'buy-to-cover')
    return `the short sale of ${describeShares(missing)} isn’t here. Import the file with it; until then, the shares don’t count.`
  return `the account was short by ${describeShares(missing)}. Add what is missing before it.`
}
