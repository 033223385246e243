import { type SubmitEvent, useRef } from 'react'
import { logFailure } from '../../lib/log.ts'
import { Field } from '../../ui/Field.tsx'
import { isTicker } from './choice.ts'

type AddFundProps = { onAdd: (symbol: string) => void; onRefuse: (sentence: string) => void }

/** A field that suggests funds once it is touched; Enter adds the ticker in it. */
export function AddFund({ onAdd, onRefuse }: AddFundProps) {
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const isStarted = useRef(false)
  const newestAdd = useRef(add)
  newestAdd.current = add

  function add(symbol: string) {
    if (input.current !== null) input.current.value = ''
    onAdd(symbol)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const text = input.current?.value.trim().toUpperCase() ?? ''
    if (isTicker(text)) add(text)
    else if (text !== '') onRefuse(`“${text}” is no ticker. Choose a fund from the list below the field.`)
  }

  function loadSuggestions(knownText: string) {
    if (isStarted.current) return
    isStarted.current = true
    const parts = [
      import('../../ui/combobox.ts'),
      import('../../stores/fund-search/suggest-funds.ts')
    ] as const
    Promise.all(parts).then(
      ([{ startCombobox }, { suggestFunds, sayHowMany }]) => {
        if (input.current === null || list.current === null || status.current === null) return
        startCombobox(
          { input: input.current, list: list.current, status: status.current },
          {
            find: suggestFunds,
            sayCount: sayHowMany,
            onPick: (symbol) => newestAdd.current(symbol),
            knownText
          }
        )
      },
      (error: unknown) => {
        isStarted.current = false
        logFailure('The suggestions did not load', error)
      }
    )
  }

  return (
    <form className="add-fund" onSubmit={submit} onFocus={() => loadSuggestions(input.current?.value ?? '')}>
      <Field id="add-fund" label="Add a fund">
        <div className="add-fund__row">
          <div className="field__box combobox add-fund__box">
            <input
              ref={input}
              id="add-fund"
              type="text"
              className="field__control"
              role="combobox"
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              aria-autocomplete="list"
              aria-expanded="false"
              aria-controls="add-fund-list"
              placeholder="Ticker or name"
              maxLength={40}
            />
            {/* Both are filled by the combobox. */}
            <div
              ref={list}
              id="add-fund-list"
              className="combobox__list"
              role="listbox"
              aria-label="Funds"
              hidden
            />
            <p ref={status} className="combobox__status" role="status" />
          </div>
          <button type="submit" className="button button--gold">
            Add
          </button>
        </div>
      </Field>
    </form>
  )
}
