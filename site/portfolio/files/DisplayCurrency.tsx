import { formatDay, readNumber } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Amount, Field } from '../../ui/Field.tsx'
import { Form, useFormState } from '../../ui/Form.tsx'
import { changePortfolio, usePortfolio } from '../portfolio-store.ts'
import { highestRate, type Settings } from '../stored-portfolio.ts'

export const currencyId = 'portfolio-currency-title'

/** Rate and date of the amounts on the page; nothing for dollars. */
export function CurrencyNote() {
  const { currency } = usePortfolio()
  if (currency === undefined) return null
  const { code, perDollar, enteredOn } = currency
  return (
    <p className="text-s">
      In {code} at {perDollar}, entered on {formatDay(enteredOn)}.{' '}
      <a href={`#${currencyId}`}>Change the rate</a>
    </p>
  )
}

/** Currency and rate of the amounts on the page, entered by the visitor. */
export function CurrencyForm({ today }: { today: string }) {
  const { currency } = usePortfolio()
  const set = (next: Settings['currency']) => changePortfolio({ type: 'set', settings: { currency: next } })
  const form = useFormState(async (fields) => {
    const code = String(fields.get('code')).trim().toUpperCase()
    const perDollar = readNumber(String(fields.get('perDollar')))
    if (!/^[A-Z]{3}$/.test(code)) return { code: 'Enter the three letters of a currency, such as EUR.' }
    if (!(perDollar > 0 && perDollar <= highestRate))
      return { perDollar: 'Enter how much of it one dollar buys, such as 0.92.' }
    set(code === 'USD' ? undefined : { code, perDollar, enteredOn: today })
    return null
  })
  return (
    <div className="stack gap-2">
      <h3 className="label" id={currencyId}>
        Currency
      </h3>
      <p className="muted text-s">
        Shows amounts in your currency at a rate you enter. Taxes, transactions and exports stay in dollars.
      </p>
      <Form form={form} values={currency} key={currency?.code} className="row items-end gap-2">
        <Field name="code" label="Currency" maxLength={3} autoComplete="off" />
        <Amount name="perDollar" label="For one dollar" />
        <Button variant="quiet" type="submit">
          Show amounts in it
        </Button>
        {currency !== undefined && (
          <Button variant="quiet" onClick={() => set(undefined)}>
            Show dollars
          </Button>
        )}
      </Form>
    </div>
  )
}
