import { type RefObject, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { randomKey } from '../../lib/random-key.ts'
import { useQuery } from '../../lib/use-query.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { showToast } from '../../ui/toast.ts'
import { describeShares } from '../format-portfolio.ts'
import { heldFundQuery, symbolsQuery } from '../funds/held-funds.ts'
import type { AddRequest } from '../portfolio-state.ts'
import { changePortfolio } from '../portfolio-store.ts'
import type { Lot } from '../positions/held-fund.ts'
import { closeOfDay } from '../positions/held-fund.ts'
import { FundField } from './FundField.tsx'
import { type LotField, type LotText, readLot } from './read-lot.ts'
import './lots.css'

type LotFormProps = {
  /** null for a new one. */
  lot: Lot | null
  /** Initial values of a new lot. */
  wish: AddRequest | null
  today: string
  onDone: () => void
}

export function LotForm({ lot, wish, today, onDone }: LotFormProps) {
  const id = useId()
  const [text, setText] = useState<LotText>(() => textOf(lot, wish))
  const [faults, setFaults] = useState<Partial<Record<LotField, string>>>({})
  const { value: symbols, failure } = useQuery(symbolsQuery, 'all')
  const symbol = symbols?.get(text.symbol.trim().toUpperCase()) ?? null
  const { value: fund } = useQuery(heldFundQuery, symbol)
  const day = text.boughtOn
  const close = fund === null || !/^\d{4}-\d{2}-\d{2}$/.test(day) ? null : closeOfDay(fund, day)
  const isSplitSince = fund?.splits.some(({ date }) => date !== null && date > day) === true

  function set(field: LotField) {
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
    const result = readLot(text, { symbols: known, today })
    if (!result.ok) {
      setFaults(result.faults)
      const [first] = Object.keys(result.faults)
      return form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    }
    changePortfolio({ type: 'put', lots: [{ ...result.lot, id: lot?.id ?? randomKey() }] })
    showToast({
      kind: 'success',
      title: lot === null ? 'Lot Added' : 'Lot Saved',
      message: `${describeShares(result.lot.shares)} of ${result.lot.symbol}.`
    })
    onDone()
  }

  const fieldOf = (field: LotField) => ({
    id: `${id}-${field}`,
    name: field,
    'aria-invalid': faults[field] !== undefined || undefined,
    'aria-describedby': `${id}-${field}-hint`,
    autoComplete: 'off'
  })

  return (
    <form
      className="lot-form"
      onSubmit={(event) => void save(event)}
      noValidate
      aria-label={lot === null ? 'New lot' : `Lot of ${lot.symbol}`}
    >
      <FundField
        id={`${id}-symbol`}
        value={text.symbol}
        fault={faults.symbol}
        name={fund?.name}
        hasFocus={wish === null}
        onChange={set('symbol')}
      />
      <Field
        id={`${id}-shares`}
        label="Shares"
        hasError={faults.shares !== undefined}
        hint={faults.shares ?? 'As many as you bought on that day; fractions too.'}
      >
        <Input
          {...fieldOf('shares')}
          type="text"
          inputMode="decimal"
          value={text.shares}
          onChange={(event) => set('shares')(event.target.value)}
        />
      </Field>
      <Field
        id={`${id}-boughtOn`}
        label="Day bought"
        hasError={faults.boughtOn !== undefined}
        hint={faults.boughtOn ?? 'Payments count that go ex after this day.'}
      >
        <Input
          {...fieldOf('boughtOn')}
          type="date"
          max={today}
          value={text.boughtOn}
          onChange={(event) => set('boughtOn')(event.target.value)}
        />
      </Field>
      <Field
        id={`${id}-price`}
        label="Price paid (optional)"
        hasError={faults.price !== undefined}
        isHintLive
        hint={faults.price ?? priceHint(close, day, fund !== null)}
      >
        <Input
          {...fieldOf('price')}
          type="text"
          inputMode="decimal"
          placeholder={close === null ? '' : close.toFixed(2)}
          value={text.price}
          onChange={(event) => set('price')(event.target.value)}
        />
      </Field>
      {isSplitSince && (
        <p className="lot-form__note">
          {symbol}&rsquo;s shares were split after this day. Enter shares and price as they were then; they
          are turned into today&rsquo;s by themselves.
        </p>
      )}
      {failure !== null && symbols === null && (
        <p className="lot-form__note" role="alert">
          The list of funds could not be fetched, so the lot cannot be saved yet. {failure.message}
        </p>
      )}
      <div className="fleet__acts lot-form__acts">
        <Button type="submit">{lot === null ? 'Put into my fleet' : 'Save'}</Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

async function fetchSymbols(): Promise<ReadonlyMap<string, string> | null> {
  const entry = symbolsQuery('all')
  await entry.load()
  return entry.$state.get().value
}

/** For the button that opens a form: it gets the focus back that is lost when the form closes. */
export function useReturnedFocus(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return button
}

function textOf(lot: Lot | null, wish: AddRequest | null): LotText {
  if (lot === null) return { symbol: wish?.symbol ?? '', shares: wish?.shares ?? '', boughtOn: '', price: '' }
  const { symbol, shares, boughtOn, price } = lot
  return { symbol, shares: String(shares), boughtOn, price: price === null ? '' : String(price) }
}

function priceHint(close: number | null, day: string, isFundKnown: boolean): string {
  if (close !== null) return `Empty: the close of that day, ${formatMoney(close)}.`
  if (isFundKnown && day !== '') return `No close of ${formatDay(day)} is known: enter what you paid.`
  return 'Dollars a share. Empty: the close of that day.'
}
