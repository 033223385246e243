import { useState } from 'react'
import { isDay } from '../../../admin-api/contract/days.ts'
import { labelFrequency } from '../../../admin-api/market-days/frequency.ts'
import { formatDay, formatDividend, formatMoney, readNumber } from '../../lib/format.ts'
import { Amount, Field } from '../../ui/Field.tsx'
import { Form, SubmitButton, useFormState } from '../../ui/Form.tsx'
import { showToast } from '../../ui/toast.ts'
import type { OwnPrice, OwnRecord, OwnRhythm } from '../funds/held-fund.ts'
import { faultOfFigure } from '../ledger/check-transaction.ts'
import { changePortfolio } from '../portfolio-store.ts'

type OwnHoldingProps = { symbol: string; own: OwnRecord; today: string }

/** Sources of the figures of a holding that the site doesn't cover, and its last price to edit. */
export function OwnHolding({ symbol, own, today }: OwnHoldingProps) {
  const [price, setPrice] = useState('')
  const [date, setDate] = useState(today)
  const form = useFormState(async () => {
    const dollars = readNumber(price)
    const faults = {
      ...(!(dollars > 0 && faultOfFigure('buy', 'price', dollars) === null) && {
        price: 'Enter dollars per share, above 0.'
      }),
      ...(!(isDay(date) && date <= today) && { date: 'Enter a day up to today.' })
    }
    if (Object.keys(faults).length > 0) return faults
    changePortfolio({ type: 'put', prices: [{ symbol, date, price: dollars }] })
    setPrice('')
    showToast({
      kind: 'success',
      title: 'Price Saved',
      message: `${symbol}: ${formatMoney(dollars)} on ${formatDay(date)}.`
    })
    return null
  })
  return (
    <div className="stack gap-2">
      <p className="measure text-s">
        We don’t cover {symbol}, so its figures come from your own transactions. {describePrice(own)}{' '}
        {describeRhythm(own.rhythm)}
      </p>
      <Form
        form={form}
        className="own-price row items-end gap-x-4 gap-y-2"
        aria-label={`Last price of ${symbol}`}
        actions={<SubmitButton>Save price</SubmitButton>}
      >
        <Amount
          name="price"
          label="Last price"
          value={price}
          onChange={({ target }) => setPrice(target.value)}
        />
        <Field
          name="date"
          type="date"
          max={today}
          label="Day of the price"
          value={date}
          onChange={({ target }) => setDate(target.value)}
        />
      </Form>
    </div>
  )
}

const sources: Record<OwnPrice['from'], string> = {
  file: 'from your last trade',
  person: 'which you entered',
  close: 'the close you looked up'
}

function describePrice({ price }: OwnRecord): string {
  return price === null
    ? 'None of your transactions has a price that is still valid: enter one to see its value.'
    : `Its value is at ${formatMoney(price.price)} a share on ${formatDay(price.date)}, ${sources[price.from]}.`
}

const reasons: Record<Extract<OwnRhythm, { reason: string }>['reason'], string> = {
  sold: 'You hold none of it, so no payment is expected.',
  none: 'It hasn’t paid you, so no payment is expected.',
  few: 'It paid fewer than three regular payments, so none is expected.',
  irregular: 'Its payments have no rhythm, so none is expected.',
  stopped: 'Its payments stopped, so none is expected.'
}

function describeRhythm(rhythm: OwnRhythm): string {
  if ('reason' in rhythm) return reasons[rhythm.reason]
  const { frequency, perShare, range } = rhythm
  const count = frequency === 4 || frequency === 52 ? 'four' : 'three'
  const ends =
    range === null
      ? 'A range needs at least eight payments.'
      : `The next one should land between ${formatDividend(range.low)} and ${formatDividend(range.high)} (80%).`
  return `Based on your own payments, it pays ${labelFrequency(frequency).toLowerCase()}, ${formatDividend(perShare)} a share on average over the last ${count}. ${ends}`
}
