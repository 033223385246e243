import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { randomKey } from '../../lib/random-key.ts'
import { useQuery } from '../../lib/use-query.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { showToast } from '../../ui/toast.ts'
import { describeShares, typeNames } from '../format-portfolio.ts'
import { heldFundQuery, symbolsQuery } from '../funds/held-funds.ts'
import type { Lot } from '../ledger/reduce-ledger.ts'
import type { Transaction, TransactionType } from '../ledger/transaction.ts'
import type { AddRequest } from '../portfolio-state.ts'
import { changePortfolio } from '../portfolio-store.ts'
import { closeOfDay } from '../positions/held-fund.ts'
import {
  fieldsOfType,
  readTransaction,
  type TransactionField,
  type TransactionText,
  textOfTransaction,
  transactionTypes,
  withSource
} from './read-transaction.ts'
import './transactions.css'

type TransactionFormProps = {
  /** null for a new one. */
  transaction: Transaction | null
  /** Initial values of a new purchase. */
  draft: AddRequest | null
  /** Names of accounts in use, without the empty one. */
  accounts: readonly string[]
  /** Open lots that a sale can name, in accounts with specific lots. */
  lots: readonly Lot[]
  today: string
  onDone: () => void
}

const emptyText: TransactionText = {
  ...{ type: 'buy', account: '', symbol: '', date: '', shares: '', price: '', fee: '', amount: '' },
  ...{ boughtOn: '', lot: '' }
}

export function TransactionForm({ transaction, draft, accounts, lots, today, onDone }: TransactionFormProps) {
  const id = useId()
  const [text, setText] = useState<TransactionText>(() =>
    transaction === null ? { ...emptyText, ...draft } : textOfTransaction(transaction)
  )
  const [faults, setFaults] = useState<Partial<Record<TransactionField, string>>>({})
  const fundInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (draft === null) fundInput.current?.focus()
  }, [draft])
  const { value: symbols, failure } = useQuery(symbolsQuery, 'all')
  const symbol = symbols?.get(text.symbol.trim().toUpperCase()) ?? null
  const { value: fund } = useQuery(heldFundQuery, symbol)
  const fields = fieldsOfType[text.type]
  const isDayTyped = /^\d{4}-\d{2}-\d{2}$/.test(text.date)
  const close = fund === null || !isDayTyped ? null : closeOfDay(fund, text.date)
  const isSplitSince = fund?.splits.some(({ date }) => date !== null && date > text.date) === true
  const choices = lots.filter((lot) => lot.symbol === symbol && lot.account === text.account.trim())

  function set(field: TransactionField) {
    return (value: string) => {
      setText((last) => ({ ...last, [field]: value }))
      setFaults(({ [field]: _, ...others }) => others)
    }
  }

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const known = symbols ?? (await fetchSymbols())
    // Without the list, the form says why; without the form, the visitor has canceled.
    if (known === null || !form.isConnected) return
    // A fund that isn't covered here came from a file and may stay.
    const allowed =
      transaction === null ? known : new Map([...known, [transaction.symbol, transaction.symbol]])
    const result = readTransaction(text, { symbols: allowed, today })
    if (!result.ok) {
      setFaults(result.faults)
      const [first] = Object.keys(result.faults)
      return form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    }
    const next = { ...result.transaction, id: transaction?.id ?? randomKey() } as Transaction
    changePortfolio({ type: 'put', transactions: [withSource(next, transaction)] })
    showToast({
      kind: 'success',
      title: transaction === null ? 'Transaction Added' : 'Transaction Saved',
      message: `${typeNames[next.type]}: ${'shares' in next ? `${describeShares(next.shares)} of ` : ''}${next.symbol}.`
    })
    onDone()
  }

  const field = (name: Exclude<TransactionField, 'type' | 'symbol' | 'lot'>, label: string, hint: string) => (
    <Field
      id={`${id}-${name}`}
      label={label}
      hasError={faults[name] !== undefined}
      isHintLive={name === 'price'}
      hint={faults[name] ?? hint}
    >
      <Input
        name={name}
        aria-invalid={faults[name] !== undefined || undefined}
        autoComplete="off"
        {...(name === 'date' || name === 'boughtOn'
          ? { type: 'date', max: today }
          : { type: 'text', inputMode: name === 'account' ? 'text' : 'decimal' })}
        {...(name === 'account' && { list: `${id}-accounts`, maxLength: 60 })}
        {...(name === 'price' && close !== null && { placeholder: close.toFixed(2) })}
        value={text[name]}
        onChange={(event) => set(name)(event.target.value)}
      />
    </Field>
  )
  const isCount = text.type === 'split' || text.type === 'correction'

  return (
    <form
      className="lot-form grid items-start gap-4"
      onSubmit={(event) => void save(event)}
      noValidate
      aria-label={transaction === null ? 'New transaction' : `Transaction of ${transaction.symbol}`}
    >
      <SelectField
        id={`${id}-type`}
        label="What happened"
        value={text.type}
        options={transactionTypes.map((type) => [type, typeNames[type]])}
        onChange={set('type')}
      />
      <Field
        id={`${id}-symbol`}
        label="Fund"
        hasError={faults.symbol !== undefined}
        isHintLive
        hint={faults.symbol ?? fund?.name ?? 'Symbol, name or underlying.'}
      >
        <Combobox
          input={fundInput}
          listLabel="Funds"
          loadSource={() => import('../../search/find-funds.ts')}
          onPick={set('symbol')}
          name="symbol"
          aria-invalid={faults.symbol !== undefined || undefined}
          maxLength={40}
          value={text.symbol}
          onChange={(event) => set('symbol')(event.target.value)}
        />
      </Field>
      {fields.includes('shares') &&
        field(
          'shares',
          isCount ? 'Change in shares' : 'Shares',
          isCount ? 'As booked by the broker: -400 if 500 became 100.' : 'As of that day. Fractions are fine.'
        )}
      {fields.includes('amount') && field('amount', 'Amount', 'In dollars.')}
      {field('date', dayLabels[text.type] ?? 'Day', dayHints[text.type] ?? 'As on your statement.')}
      {fields.includes('price') &&
        field(
          'price',
          priceLabels[text.type] ?? 'Price paid (optional)',
          text.type === 'transfer-in'
            ? 'What a share cost you. Leave empty if unknown.'
            : priceHint(close, text.date, fund !== null)
        )}
      {fields.includes('fee') && field('fee', 'Fee (optional)', 'Commission in dollars.')}
      {fields.includes('boughtOn') &&
        field('boughtOn', 'First bought (optional)', 'Start of the holding period.')}
      {field('account', 'Account (optional)', 'For example Schwab or IRA.')}
      <datalist id={`${id}-accounts`}>
        {accounts.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {fields.includes('lot') && choices.length > 0 && (
        <SelectField
          id={`${id}-lot`}
          label="Sold from"
          value={text.lot}
          options={[
            ['', 'Oldest shares first'],
            ...choices.map(
              ({ id, shares, boughtOn }) =>
                [id, `${describeShares(shares)} bought on ${formatDay(boughtOn)}`] as const
            )
          ]}
          onChange={set('lot')}
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
      <div className="portfolio__actions row gap-2 lot-form__actions">
        <Button type="submit">{transaction === null ? 'Add to My Fleet' : 'Save'}</Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const dayLabels: Partial<Record<TransactionType, string>> = { buy: 'Day bought', sell: 'Day sold' }
const dayHints: Partial<Record<TransactionType, string>> = {
  buy: 'Payments with a later ex-date count.',
  sell: 'Payments with an ex-date up to this day count.'
}
const priceLabels: Partial<Record<TransactionType, string>> = {
  sell: 'Price received (optional)',
  'transfer-in': 'Cost per share (optional)'
}

type SelectFieldProps = {
  id: string
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChange: (value: string) => void
}

export function SelectField({ id, label, value, options, onChange }: SelectFieldProps) {
  return (
    <Field id={id} label={label}>
      <select
        id={id}
        className="field__control"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([each, name]) => (
          <option key={`${each} ${name}`} value={each}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  )
}

async function fetchSymbols(): Promise<ReadonlyMap<string, string> | null> {
  const entry = symbolsQuery('all')
  await entry.load()
  return entry.$state.get().value
}

function priceHint(close: number | null, day: string, isFundKnown: boolean): string {
  if (close !== null) return `Leave empty for that day’s close, ${formatMoney(close)}.`
  if (isFundKnown && day !== '') return `We have no closing price for ${formatDay(day)}: enter the price.`
  return 'Dollars per share. Leave empty for that day’s close.'
}
