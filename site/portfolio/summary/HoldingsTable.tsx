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
import type { LedgerFault } from '../ledger/reduce-ledger.ts'
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
        {holding.symbol} <span className="visually-hidden">transactions</span>
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
      <LedgerFaults faults={figures.ledger.faults} />
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

export function LedgerFaults({ faults }: { faults: readonly LedgerFault[] }) {
  if (faults.length === 0) return null
  return (
    <ul className="text-s negative" aria-label="Transactions that don’t add up">
      {faults.slice(0, 10).map(({ transaction, missing }) => (
        <li key={transaction.id}>
          {transaction.symbol}, {describeTransaction(transaction)}:{' '}
          {transaction.type === 'cash-in-lieu'
            ? 'no fraction of a share was left after an earlier split.'
            : `the account was short by ${describeShares(missing)}. Add what is missing before it.`}
        </li>
      ))}
      {faults.length > 10 && <li>and {formatCount(faults.length - 10)} more</li>}
    </ul>
  )
}
