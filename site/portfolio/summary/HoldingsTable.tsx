import { useState } from 'react'
import { formatCount, formatPercent, formatShortDay } from '../../lib/format.ts'
import { Card } from '../../ui/Card.tsx'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import type { BookedFund, FundFigures, PortfolioFigures } from '../calculate-portfolio.ts'
import {
  describeShares,
  describeTransaction,
  formatAmount,
  formatGain,
  formatReturn,
  toneOf
} from '../format-portfolio.ts'
import type { LedgerFault } from '../ledger/fund-ledger.ts'
import type { Transaction } from '../ledger/transaction.ts'
import type { FundTransactions } from '../transactions/FundTransactions.tsx'

type HoldingsTableProps = {
  figures: PortfolioFigures
  /** All transactions are shown, as on paper. */
  isWhole: boolean
  /** undefined until it is loaded. */
  FundTransactions: typeof FundTransactions | undefined
}

/** What is held of each fund and what it pays, with its transactions behind its row. */
export function HoldingsTable({ figures, isWhole, FundTransactions }: HoldingsTableProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (symbol: string) =>
    setOpened(
      (last) => new Set(last.has(symbol) ? [...last].filter((other) => other !== symbol) : [...last, symbol])
    )
  const isOpen = ({ symbol }: BookedFund) => isWhole || opened.has(symbol)
  const name: Column<BookedFund> = {
    heading: 'Fund',
    cell: (holding) => (
      <button
        type="button"
        className="holding__toggle bare tap ticker semibold"
        aria-expanded={isOpen(holding)}
        onClick={() => toggle(holding.symbol)}
      >
        <span translate="no">{holding.symbol}</span> <span className="visually-hidden">transactions</span>
      </button>
    ),
    note: ({ figures: fund }) =>
      fund === null ? 'no figures here' : `${describeShares(fund.shares)}${stateOf(fund)}`
  }
  return (
    <Card titleId="fleet-lots-title" title="My holdings">
      <Table
        caption="Your funds, with their transactions behind their rows"
        columns={[name, ...columns]}
        rows={figures.byFund}
        keyOf={({ symbol }) => symbol}
        phones="cards"
        detailOf={(holding) =>
          isOpen(holding) &&
          (FundTransactions === undefined ? (
            <ShipsWheel size="sm" message="Fetching the quill..." />
          ) : (
            <FundTransactions {...holding} ofAll={figures} />
          ))
        }
      />
      <LedgerFaults {...figures.ledger} />
    </Card>
  )
}

function stateOf({ fund }: FundFigures): string {
  return fund.state === 'open' ? '' : `, ${fund.state}`
}

const columns: readonly Column<BookedFund>[] = [
  { heading: 'Value', isMain: true, figure: ({ figures }) => figures?.value, format: formatAmount },
  {
    heading: 'Next payment',
    figure: ({ figures }) => figures?.next?.amount,
    format: formatAmount,
    note: ({ figures }) => figures?.next && formatShortDay(figures.next.payDate)
  },
  {
    heading: 'Yield on cost',
    figure: ({ figures }) => figures?.yieldOnCost,
    format: (percent) => formatPercent(percent, 1)
  },
  {
    heading: 'Return',
    figure: ({ figures }) => (figures?.holdings.counted ? figures.holdings.gain : null),
    format: (gain) => formatGain(gain, formatAmount),
    note: ({ figures }) => figures?.holdings.gainShare != null && formatReturn(figures.holdings.gainShare),
    classOf: ({ figures }) => toneOf(figures?.holdings.gain ?? 0)
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
