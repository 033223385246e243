import { type ReactNode, useState } from 'react'
import { pathOfFund } from '../../../admin-api/contract/pages.ts'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import type { BookedFund, FundFigures, PortfolioFigures } from '../calculate-portfolio.ts'
import { describeTransaction, formatReturn, formatShares } from '../format-portfolio.ts'
import { closeOfDay, sharesSince } from '../funds/held-fund.ts'
import { sortTransactions } from '../ledger/reduce-ledger.ts'
import { isTrade, type Transaction } from '../ledger/transaction.ts'
import { changePortfolio } from '../portfolio-store.ts'
import { receivedBy } from '../positions/holdings.ts'
import { useReturnedFocus } from '../use-returned-focus.ts'
import { OwnHolding } from './OwnHolding.tsx'
import { TransactionForm } from './TransactionForm.tsx'
import './transactions.css'

/** Transactions shown at first, and added by each press. */
const shownTransactions = 8
const nextTransactions = 100

type FundTransactionsProps = BookedFund & {
  /** Figures of all funds. */
  ofAll: PortfolioFigures
}

/** Transactions of a fund, newest first, each editable in place. */
export function FundTransactions({ symbol, transactions, figures, ofAll }: FundTransactionsProps) {
  const [limit, setLimit] = useState(shownTransactions)
  const [edited, setEdited] = useState<string | null>(null)
  const [confirm, confirmDialog] = useConfirm()
  const sorted = sortTransactions(transactions).reverse()
  const byPurchase = Map.groupBy(figures?.lots ?? [], ({ id }) => id)

  function receivedOf({ id }: Transaction): number | null {
    const lots = byPurchase.get(id)
    return figures && lots ? receivedBy(lots, figures.fund, ofAll.today) : null
  }

  async function remove(transaction: Transaction) {
    const isSure = await confirm({
      title: `Delete this transaction of ${transaction.symbol}?`,
      message: `${describeTransaction(transaction)}. This can’t be undone.`,
      confirmText: 'Delete'
    })
    if (isSure) changePortfolio({ type: 'remove', id: transaction.id })
  }

  return (
    <section className="stack gap-2" aria-label={`Transactions of ${symbol}`}>
      {figures !== null && (
        <p className="text-s tabular">
          {totalsOf(figures)}{' '}
          {figures.fund.own === undefined && <a href={pathOfFund(symbol)}>See {symbol}</a>}
        </p>
      )}
      {figures?.fund.own && <OwnHolding symbol={symbol} own={figures.fund.own} today={ofAll.today} />}
      <ul className="stack gap-2">
        {sorted.slice(0, limit).map((transaction) => (
          <TransactionRow
            key={transaction.id}
            transaction={transaction}
            isKnownSplit={ofAll.ledger.knownSplits.has(transaction.id)}
            fund={figures?.fund ?? null}
            received={receivedOf(transaction)}
            onEdit={() => setEdited(transaction.id)}
          >
            {edited === transaction.id && (
              <TransactionForm
                transaction={transaction}
                figures={ofAll}
                draft={null}
                onDone={() => setEdited(null)}
                onRemove={() => void remove(transaction)}
              />
            )}
          </TransactionRow>
        ))}
      </ul>
      {sorted.length > limit && (
        <Button variant="quiet" onClick={() => setLimit(limit + nextTransactions)}>
          Show {formatCount(Math.min(nextTransactions, sorted.length - limit))} of{' '}
          {formatCount(sorted.length - limit)} earlier transactions of {symbol}
        </Button>
      )}
      {confirmDialog}
    </section>
  )
}

/** 'Cost $2,200.00, received $100.00, +12.3% a year.' */
function totalsOf({ holdings, received }: FundFigures): string {
  const parts = [
    `Cost ${holdings.counted === 0 ? 'not known' : formatMoney(holdings.cost)}`,
    `received ${formatMoney(received)}`,
    ...(holdings.sold > 0 ? [`sale proceeds ${formatMoney(holdings.sold)}`] : []),
    ...(holdings.yearlyRate === null ? [] : [`${formatReturn(holdings.yearlyRate)} a year`])
  ]
  return `${parts.join(', ')}.`
}

type TransactionRowProps = {
  transaction: Transaction
  isKnownSplit: boolean
  fund: FundFigures['fund'] | null
  received: number | null
  /** The form that replaces the row. */
  children: ReactNode
  onEdit: () => void
}

function TransactionRow(props: TransactionRowProps) {
  const { transaction, isKnownSplit, fund, received, children, onEdit } = props
  const editButton = useReturnedFocus(Boolean(children))
  if (children) return <li>{children}</li>
  const name = describeTransaction(transaction)
  const factor = fund === null ? 1 : sharesSince(fund.splits, transaction.date)
  return (
    <li className="row items-center between gap-y-1 gap-x-4">
      <p className="fund-lots__words text-s tabular">
        {name}
        {fund !== null && isTrade(transaction) && ` ${priceWords(transaction, fund)}`}
        {isTrade(transaction) && factor !== 1 && (
          <strong>, {formatShares(transaction.shares * factor)} since the split</strong>
        )}
        {transaction.account !== '' && `, ${transaction.account}`}
        {'. '}
        {isKnownSplit && 'Counted once: the fund’s data has this split. '}
        {received !== null && `Received ${formatMoney(received)}.`}
      </p>
      <Button ref={editButton} variant="chip" onClick={onEdit}>
        Edit{' '}
        <span className="visually-hidden">
          {name} of {transaction.symbol}
        </span>
      </Button>
    </li>
  )
}

function priceWords(
  { type, price, date }: Transaction & { price: number | null },
  fund: FundFigures['fund']
) {
  if (price !== null) return `at ${formatMoney(price)}`
  if (type === 'transfer-in' || type === 'transfer-out') return ''
  const close = fund.own === undefined ? closeOfDay(fund, date) : null
  return close === null ? 'at an unknown price' : `at the day’s close of ${formatMoney(close)}`
}
