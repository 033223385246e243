import { type SubmitEvent, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { isTicker } from './choice.ts'

type AddFundProps = { onAdd: (symbol: string) => void; onRefuse: (sentence: string) => void }

/** Field with suggestions; Enter adds the ticker. */
export function AddFundField({ onAdd, onRefuse }: AddFundProps) {
  const input = useRef<HTMLInputElement>(null)

  function add(symbol: string) {
    if (input.current !== null) input.current.value = ''
    onAdd(symbol)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const text = input.current?.value.trim().toUpperCase() ?? ''
    if (isTicker(text)) add(text)
    else if (text !== '') onRefuse(`“${text}” isn’t a ticker. Choose a fund from the list below the field.`)
  }

  return (
    <form className="add-fund" onSubmit={submit}>
      <Field id="add-fund" label="Add a fund">
        <div className="row items-end gap-2">
          <Combobox
            input={input}
            listLabel="Funds"
            loadSource={() => import('../search/find-funds.ts')}
            onPick={add}
            boxClassName="add-fund__box"
            placeholder="Ticker or name"
            maxLength={40}
          />
          <Button type="submit" variant="gold">
            Add
          </Button>
        </div>
      </Field>
    </form>
  )
}
