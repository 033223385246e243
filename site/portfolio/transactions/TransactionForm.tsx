import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { randomKey } from '../../lib/random-key.ts'
import { useQuery } from '../../lib/use-query.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Field, Select } from '../../ui/Field.tsx'
import { Form, FormActions, useFormState } from '../../ui/Form.tsx'
import { showToast } from '../../ui/toast.ts'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { describeShares } from '../format-portfolio.ts'
import { closeOfDay } from '../funds/held-fund.ts'
import { fleetQuery, heldFundQuery, loadCoveredSymbols } from '../funds/held-funds.ts'
import { isUsListed } from '../funds/own-holding.ts'
import type { Lot } from '../ledger/take-shares.ts'
import {
  methodOf,
  type Transaction,
  type TransactionType,
  transactionTypes,
  typeWords
} from '../ledger/transaction.ts'
import type { AddRequest } from '../portfolio-state.ts'
import { changePortfolio, usePortfolio } from '../portfolio-store.ts'
import { accountsOf } from '../stored-portfolio.ts'
import {
  fieldsOfType,
  readTransaction,
  type TransactionField,
  type TransactionText,
  textOfTransaction,
  withSource
} from './read-transaction.ts'
import './transactions.css'

type TransactionFormProps = {
  /** null for a new one. */
  transaction: Transaction | null
  /** Initial values of a new purchase. */
  draft: AddRequest | null
  figures: PortfolioFigures
  onDone: () => void
  /** Offers to delete the transaction. */
  onRemove?: () => void
}

const emptyText = textOfTransaction({ type: 'buy', account: '', symbol: '', date: '' })

export function TransactionForm(props: TransactionFormProps) {
  const { transaction, draft, figures, onDone, onRemove } = props
  const { today, ledger } = figures
  const portfolio = usePortfolio()
  const id = useId()
  const [text, setText] = useState<TransactionText>(() =>
    transaction === null ? { ...emptyText, ...draft } : textOfTransaction(transaction)
  )
  const fundInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (draft === null) fundInput.current?.focus()
  }, [draft])
  const { value: fleet, failure } = useQuery(fleetQuery, 'all')
  const symbols = fleet?.symbols ?? null
  const symbol = symbols?.get(text.symbol.trim().toUpperCase()) ?? null
  const { value: fund } = useQuery(heldFundQuery, symbol)
  const typed = text.symbol.trim().toUpperCase()
  const isOwn = symbols != null && typed !== '' && symbol === null && isUsListed(typed)
  const fields = fieldsOfType[text.type]
  const isDayTyped = /^\d{4}-\d{2}-\d{2}$/.test(text.date)
  const close = fund === null || !isDayTyped ? null : closeOfDay(fund, text.date)
  const isSplitSince = fund?.splits.some(({ date }) => date !== null && date > text.date) === true
  const account = text.account.trim()
  const isSpecific = methodOf(portfolio.methods, account) === 'specific'
  const lots = ledger.lots.filter((lot) => isSpecific && lot.symbol === symbol && lot.account === account)
  const choices = purchasesToSell(lots, transaction?.id)

  const set = (field: TransactionField) => (value: string) => setText((last) => ({ ...last, [field]: value }))

  const form = useFormState(async (_fields, element) => {
    const known = symbols ?? (await loadCoveredSymbols())
    // Without the list, the form says why; without the form, the visitor has canceled.
    if (known === null || !element.isConnected) return null
    // Other holdings count by what is entered. Those that no figure counts came from a file.
    const allowed = new Map([
      ...(isUsListed(typed) ? [[typed, typed] as const] : []),
      ...portfolio.transactions.map((one) => [one.symbol, one.symbol] as const),
      ...known
    ])
    const result = readTransaction(text, { symbols: allowed, today })
    if (!result.ok) return result.faults
    const next = { ...result.transaction, id: transaction?.id ?? randomKey() } as Transaction
    changePortfolio({ type: 'put', transactions: [withSource(next, transaction)] })
    showToast({
      kind: 'success',
      title: transaction === null ? 'Transaction Added' : 'Transaction Saved',
      message: `${typeWords[next.type].name}: ${'shares' in next ? `${describeShares(next.shares)} of ` : ''}${next.symbol}.`
    })
    return onDone
  })

  const isCount = text.type === 'split' || text.type === 'correction'
  const figure = { type: 'text', inputMode: 'decimal' } as const
  const day = { type: 'date', max: today } as const
  const inputs: (ComponentProps<typeof Field> & { name: Exclude<TransactionField, 'type'> })[] = [
    {
      ...figure,
      name: 'shares',
      label: isCount ? 'Change in shares' : 'Shares',
      hint: isCount
        ? 'As booked by the broker: -400 if 500 became 100.'
        : 'As of that day. Fractions are fine.'
    },
    { ...figure, name: 'amount', label: 'Amount', hint: 'In dollars.' },
    { ...day, name: 'date', label: 'Day', hint: 'As on your statement.', ...dayTexts[text.type] },
    {
      ...figure,
      name: 'price',
      label: 'Price paid (optional)',
      hint: priceHint(close, text.date, fund !== null || isOwn),
      ...priceTexts[text.type],
      isHintLive: true,
      placeholder: close?.toFixed(2)
    },
    { ...figure, name: 'fee', label: 'Fee (optional)', hint: 'Commission in dollars.' },
    {
      ...day,
      name: 'boughtOn',
      label: 'First bought (optional)',
      hint: 'Start of the holding period.'
    },
    {
      name: 'account',
      label: 'Account (optional)',
      hint: 'For example Schwab or IRA.',
      list: `${id}-accounts`,
      maxLength: 60
    }
  ]

  return (
    <Form
      form={form}
      className="lot-form grid items-start gap-4"
      aria-label={transaction === null ? 'New transaction' : `Transaction of ${transaction.symbol}`}
      actions={
        <div className="lot-form__actions row between gap-2">
          <FormActions onCancel={onDone}>{transaction === null ? 'Add to My Fleet' : 'Save'}</FormActions>
          {onRemove && (
            <Button variant="quiet" onClick={onRemove}>
              Delete
            </Button>
          )}
        </div>
      }
    >
      <Select
        label="What happened"
        value={text.type}
        options={transactionTypes.map((type) => [type, typeWords[type].name])}
        onValue={set('type')}
      />
      <Field
        name="symbol"
        label="Fund"
        isHintLive
        hint={fund?.name ?? (isOwn ? ownHint : 'Symbol, name or underlying.')}
      >
        <Combobox
          input={fundInput}
          listLabel="Funds"
          loadSource={() => import('../../search/find-funds.ts')}
          onPick={(picked) => {
            set('symbol')(picked)
            form.clear('symbol')
          }}
          maxLength={40}
          value={text.symbol}
          onChange={(event) => set('symbol')(event.target.value)}
        />
      </Field>
      {inputs
        .filter(({ name }) => name === 'date' || name === 'account' || fields.includes(name))
        .map(({ name, ...input }) => (
          <Field
            key={name}
            name={name}
            autoComplete="off"
            value={text[name]}
            onChange={({ target }) => set(name)(target.value)}
            {...input}
          />
        ))}
      <datalist id={`${id}-accounts`}>
        {accountsOf(portfolio).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {fields.includes('lot') && choices.length > 0 && (
        <Select
          label="Sold from"
          value={text.lot}
          options={[
            ['', 'Oldest shares first'],
            ...choices.map(
              ({ id, shares, boughtOn }) =>
                [id, `${describeShares(shares)} bought on ${formatDay(boughtOn)}`] as const
            )
          ]}
          onValue={set('lot')}
        />
      )}
      {isSplitSince && fields.includes('shares') && (
        <p className="lot-form__note muted text-s">
          {symbol} has split its shares since that day. Enter shares and price as they were then; My Fleet
          converts them.
        </p>
      )}
      {failure !== null && symbols === null && (
        <p className="lot-form__note muted text-s" role="alert">
          The list of funds couldn’t be loaded, so this can’t be saved yet. {failure.message}
        </p>
      )}
    </Form>
  )
}

/** Purchases with shares that are left, or that the edited sale sold. */
function purchasesToSell(lots: readonly Lot[], saleId: string | undefined) {
  const isChoice = ({ heldUntil, sale }: Lot) => heldUntil === null || (sale !== null && sale.id === saleId)
  return Object.entries(Object.groupBy(lots.filter(isChoice), ({ id }) => id)).map(([id, parts = []]) => ({
    id,
    shares: parts.reduce((total, { shares }) => total + shares, 0),
    boughtOn: parts[0]?.boughtOn ?? ''
  }))
}

const ownHint = 'We don’t cover this one: it counts by what you enter.'

type Texts = Partial<Record<TransactionType, { label: string; hint?: string }>>

const dayTexts: Texts = {
  buy: { label: 'Day bought', hint: 'Payments with a later ex-date count.' },
  sell: { label: 'Day sold', hint: 'Payments with an ex-date up to this day count.' },
  'cancel-buy': { label: 'Day taken back' },
  'cancel-sell': { label: 'Day taken back' }
}
const priceTexts: Texts = {
  sell: { label: 'Price received (optional)' },
  'sell-short': { label: 'Price received (optional)' },
  'cancel-buy': { label: 'Price of the trade (optional)', hint: 'As it was booked at first.' },
  'cancel-sell': { label: 'Price of the trade (optional)', hint: 'As it was booked at first.' },
  'transfer-in': {
    label: 'Cost per share (optional)',
    hint: 'What a share cost you. Leave empty if unknown.'
  }
}

function priceHint(close: number | null, day: string, isFundKnown: boolean): string {
  if (close !== null) return `Leave empty for that day’s close, ${formatMoney(close)}.`
  if (isFundKnown && day !== '') return `We have no closing price for ${formatDay(day)}: enter the price.`
  return 'Dollars per share. Leave empty for that day’s close.'
}
