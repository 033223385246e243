import { useEffect, useRef } from 'react'
import { logFailure } from '../../../lib/log.ts'
import { Field } from '../../../ui/Field.tsx'
import '../../../ui/combobox.css'

type FundFieldProps = {
  id: string
  value: string
  fault: string | undefined
  /** Of the fund whose symbol stands in the field. */
  name: string | undefined
  hasFocus: boolean
  onChange: (value: string) => void
}

/** A fund by symbol, name or what it follows; the suggestions come when the field is touched. */
export function FundField({ id, value, fault, name, hasFocus, onChange }: FundFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const isStarted = useRef(false)
  const newestChange = useRef(onChange)
  newestChange.current = onChange

  useEffect(() => {
    if (hasFocus) input.current?.focus()
  }, [hasFocus])

  async function suggest(knownText: string) {
    if (isStarted.current) return
    isStarted.current = true
    try {
      const [{ startCombobox }, { sayHowMany, suggestFunds }] = await Promise.all([
        import('../../../ui/combobox.ts'),
        import('../../../stores/fund-search/suggest-funds.ts')
      ])
      if (input.current === null || list.current === null || status.current === null) return
      startCombobox(
        { input: input.current, list: list.current, status: status.current },
        {
          find: suggestFunds,
          onPick: (symbol) => newestChange.current(symbol),
          sayCount: sayHowMany,
          knownText
        }
      )
    } catch (error) {
      isStarted.current = false
      logFailure('The suggestions did not load', error)
    }
  }

  return (
    <Field
      id={id}
      label="Fund"
      className="combobox"
      hasError={fault !== undefined}
      isHintLive
      hint={fault ?? name ?? 'Symbol, name or what it follows.'}
    >
      <input
        ref={input}
        id={id}
        name="symbol"
        className="field__control"
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded="false"
        aria-controls={`${id}-list`}
        aria-describedby={`${id}-hint`}
        aria-invalid={fault !== undefined || undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={value}
        onFocus={() => void suggest(value)}
        onChange={(event) => onChange(event.target.value)}
      />
      <div ref={list} className="combobox__list" id={`${id}-list`} role="listbox" aria-label="Funds" hidden />
      <p ref={status} className="combobox__status" role="status" />
    </Field>
  )
}
