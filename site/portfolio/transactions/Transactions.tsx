import { Fragment, useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { type Options, Select } from '../../ui/Field.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { describeShares, describeTransaction } from '../format-portfolio.ts'
import type { LedgerFault } from '../ledger/reduce-ledger.ts'
import {
  type AccountKind,
  type AccountMethod,
  type CostMethod,
  kindOf,
  type Transaction
} from '../ledger/transaction.ts'
import { changePortfolio } from '../portfolio-store.ts'
import type { HeldFunds } from '../positions/held-fund.ts'
import { FundTransactions } from './FundTransactions.tsx'
import { TransactionForm } from './TransactionForm.tsx'
import './transactions.css'

type TransactionsProps = {
  figures: Pick<PortfolioFigures, 'funds' | 'ledger'>
  transactions: readonly Transaction[]
  methods: readonly AccountMethod[]
  kinds: readonly AccountKind[] | undefined
  accounts: readonly string[]
  funds: HeldFunds
  today: string
}

const methodOptions: Options<CostMethod> = [
  ['fifo', 'First in, first out'],
  ['average', 'Average cost'],
  ['specific', 'Specific lots']
]

const kindOptions: Options<AccountKind['kind']> = [
  ['taxable', 'Taxable'],
  ['tax-deferred', 'Tax-deferred (IRA, 401(k))'],
  ['tax-free', 'Tax-free (Roth IRA, HSA)']
]

const setKind = (kind: AccountKind) => changePortfolio({ type: 'set-kinds', kinds: [kind] })
const setMethod = (method: AccountMethod) => changePortfolio({ type: 'set-method', method })

/** All transactions by fund, editable in place. */
export function Transactions(props: TransactionsProps) {
  const { figures, transactions, methods, kinds, accounts, funds, today } = props
  const [edited, setEdited] = useState<string | null>(null)
  const [confirm, confirmDialog] = useConfirm()
  const { faults, knownSplits, lots } = figures.ledger
  // Transactions of funds that failed to load, or that the site doesn't cover, are still listed.
  const withoutFund = transactions.filter(({ symbol }) => !funds.has(symbol))
  const named = accounts.length === 0 ? [''] : accounts
  const specific = new Set(
    methods.filter(({ method }) => method === 'specific').map(({ account }) => account)
  )
  const choices = lots.filter((lot) => specific.has(lot.account))

  async function remove(transaction: Transaction) {
    const isSure = await confirm({
      title: `Delete this transaction of ${transaction.symbol}?`,
      message: `${describeTransaction(transaction)}. This can’t be undone.`,
      confirmText: 'Delete'
    })
    if (isSure) changePortfolio({ type: 'remove', id: transaction.id })
  }

  const actionsOf = (transaction: Transaction) => ({
    isEdited: edited === transaction.id,
    form: (
      <TransactionForm
        {...{ transaction, accounts, today }}
        lots={choices}
        draft={null}
        onDone={() => setEdited(null)}
      />
    ),
    onEdit: () => setEdited(transaction.id),
    onRemove: () => void remove(transaction)
  })

  return (
    <Card
      id="portfolio-lots"
      titleId="fleet-lots-title"
      label="The muster roll"
      title="My transactions"
      bodyClassName="stack gap-5"
      footer={
        <>
          <p className="card__footer">
            Shares and prices are those of the day. Splits since then are applied for you; if your broker
            booked one too, it counts once.
          </p>
          {confirmDialog}
        </>
      }
    >
      <div className="portfolio-lots__methods grid gap-y-3 gap-x-4">
        {named.map((account) => (
          <Fragment key={account}>
            <Select
              id={`portfolio-kind-${account}`}
              label={account === '' ? 'Kind of account' : `Kind of account: ${account}`}
              value={kindOf(kinds, account)}
              options={kindOptions}
              onValue={(kind) => setKind({ account, kind })}
            />
            <Select
              id={`portfolio-method-${account}`}
              label={account === '' ? 'Cost of sold shares' : `Cost of shares sold in ${account}`}
              value={methods.find((one) => one.account === account)?.method ?? 'fifo'}
              options={methodOptions}
              onValue={(method) => setMethod({ account, method })}
            />
          </Fragment>
        ))}
      </div>
      <LedgerFaults faults={faults} />
      {figures.funds.map((fund) => (
        <FundTransactions key={fund.fund.symbol} figures={fund} {...{ knownSplits, today, actionsOf }} />
      ))}
      <Uncovered transactions={withoutFund} onRemove={(transaction) => void remove(transaction)} />
    </Card>
  )
}

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

/** Funds listed until the visitor expands the list. */
const shownUncovered = 20

function Uncovered({
  transactions,
  onRemove
}: {
  transactions: readonly Transaction[]
  onRemove: (transaction: Transaction) => void
}) {
  const [isExpanded, setExpanded] = useState(false)
  if (transactions.length === 0) return null
  const shown = isExpanded ? transactions : transactions.slice(0, shownUncovered)
  return (
    <section aria-label="Without figures">
      <h3 className="label">Without figures</h3>
      <ul className="text-s">
        {shown.map((transaction) => (
          <li key={transaction.id}>
            <span className="ticker">{transaction.symbol}</span>: {describeTransaction(transaction)}; no
            figures here.{' '}
            <Button variant="chip" onClick={() => onRemove(transaction)}>
              Delete{' '}
              <span className="visually-hidden">
                {describeTransaction(transaction)} of {transaction.symbol}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {shown.length < transactions.length && (
        <Button variant="quiet" onClick={() => setExpanded(true)}>
          Show all {formatCount(transactions.length)}
        </Button>
      )}
    </section>
  )
}
