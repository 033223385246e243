import { type ReactNode, useState } from 'react'
import { pathOfFund } from '../../../admin-api/contract/pages.ts'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import type { FundFigures } from '../calculate-portfolio.ts'
import {
  describeShares,
  describeTransaction,
  formatGain,
  formatReturn,
  formatShares
} from '../format-portfolio.ts'
import { type Lot, sortTransactions } from '../ledger/reduce-ledger.ts'
import { isTrade, type Transaction } from '../ledger/transaction.ts'
import { closeOfDay, sharesSince } from '../positions/held-fund.ts'
import { paymentsTo } from '../positions/holdings.ts'
import { useReturnedFocus } from '../use-returned-focus.ts'

type TransactionActions = { isEdited: boolean; form: ReactNode; onEdit: () => void; onRemove: () => void }

/** Transactions shown at first, and added by each press. */
const shownTransactions = 8
const nextTransactions = 100

type FundTransactionsProps = {
  figures: FundFigures
  /** Splits booked by the broker that the fund's data has too. */
  knownSplits: ReadonlySet<string>
  today: string
  actionsOf: (transaction: Transaction) => TransactionActions
}

export function FundTransactions({ figures, knownSplits, today, actionsOf }: FundTransactionsProps) {
  const [limit, setLimit] = useState(shownTransactions)
  const { fund, lots, transactions, shares, received, value, holdings } = figures
  const gain = holdings.counted === 0 ? null : holdings.gain
  const totals = [
    ['Cost', holdings.counted === 0 ? 'not known' : formatMoney(holdings.cost)],
    ['Received', formatMoney(received)],
    ...(holdings.sold > 0 ? [['From sales', formatMoney(holdings.sold)] as const] : []),
    ['Value', value === null ? 'not known' : formatMoney(value)],
    [
      'Return',
      gain === null
        ? 'not known'
        : `${formatGain(gain)}${holdings.gainShare === null ? '' : `, ${formatReturn(holdings.gainShare)}`}`
    ],
    ['A year', holdings.yearlyRate === null ? '–' : formatReturn(holdings.yearlyRate)]
  ] as const
  const sorted = sortTransactions(transactions).reverse()
  const byPurchase = Map.groupBy(lots, ({ id }) => id)
  return (
    <section className="fund-lots" aria-label={`Transactions of ${fund.symbol}`}>
      <h3 className="row items-baseline gap-x-3 text-l">
        <a className="ticker" href={pathOfFund(fund.symbol)}>
          {fund.symbol}
        </a>{' '}
        <span className="fund-lots__shares muted text-s tabular">{describeShares(shares)} today</span>{' '}
        {fund.state !== 'open' && (
          <span className="fund-lots__state semibold negative muted text-s tabular">{fund.state}</span>
        )}
      </h3>
      <dl className="fund-lots__totals">
        {totals.map(([name, figure]) => (
          <div key={name}>
            <dt className="label">{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <ul className=" stack gap-2">
        {sorted.slice(0, limit).map((transaction) => (
          <TransactionRow
            key={transaction.id}
            transaction={transaction}
            isKnownSplit={knownSplits.has(transaction.id)}
            fund={fund}
            received={receivedBy(byPurchase.get(transaction.id) ?? [], fund, today)}
            actions={actionsOf(transaction)}
          />
        ))}
      </ul>
      {sorted.length > limit && (
        <Button variant="quiet" onClick={() => setLimit(limit + nextTransactions)}>
          Show {formatCount(Math.min(nextTransactions, sorted.length - limit))} of{' '}
          {formatCount(sorted.length - limit)} earlier transactions of {fund.symbol}
        </Button>
      )}
    </section>
  )
}

function receivedBy(lots: readonly Lot[], fund: FundFigures['fund'], today: string): number | null {
  if (lots.length === 0) return null
  return paymentsTo(lots, fund, today).reduce((sum, { amount }) => sum + amount, 0)
}

type TransactionRowProps = {
  transaction: Transaction
  isKnownSplit: boolean
  fund: FundFigures['fund']
  received: number | null
  actions: TransactionActions
}

function TransactionRow({ transaction, isKnownSplit, fund, received, actions }: TransactionRowProps) {
  const editButton = useReturnedFocus(actions.isEdited)
  if (actions.isEdited) return <li>{actions.form}</li>
  const name = describeTransaction(transaction)
  const factor = sharesSince(fund.splits, transaction.date)
  return (
    <li className="row items-center between gap-y-1 gap-x-4">
      <p className="fund-lots__words text-s tabular">
        {name}
        {isTrade(transaction) && ` ${priceWords(transaction, fund)}`}
        {isTrade(transaction) && factor !== 1 && (
          <strong>, {formatShares(transaction.shares * factor)} since the split</strong>
        )}
        {transaction.account !== '' && `, ${transaction.account}`}
        {'. '}
        {isKnownSplit && 'Counted once: the fund’s data has this split. '}
        {received !== null && `Received ${formatMoney(received)}.`}
      </p>
      <div className="line gap-2">
        <Button ref={editButton} variant="chip" onClick={actions.onEdit}>
          Edit <span className="visually-hidden">{name}</span>
        </Button>
        <Button variant="chip" onClick={actions.onRemove}>
          Delete <span className="visually-hidden">{name}</span>
        </Button>
      </div>
    </li>
  )
}

function priceWords(
  { type, price, date }: Transaction & { price: number | null },
  fund: FundFigures['fund']
) {
  if (price !== null) return `at ${formatMoney(price)}`
  if (type === 'transfer-in' || type === 'transfer-out') return ''
  const close = closeOfDay(fund, date)
  return close === null ? 'at an unknown price' : `at the day’s close of ${formatMoney(close)}`
}
