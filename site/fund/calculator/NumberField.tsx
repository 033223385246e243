import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { caretAfterDigits, maxShares, readWholeNumber, type WholeNumber } from './calculator.ts'

type NumberFieldProps = {
  id: string
  label: string
  hint?: ReactNode
  value: WholeNumber
  onChange: (value: WholeNumber) => void
}

/** A whole number. Separates thousands while typing and keeps the caret after its digit. */
export function NumberField({ id, label, hint, value, onChange }: NumberFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const digitsLeftOfCaret = useRef<number | null>(null)

  function change(event: ChangeEvent<HTMLInputElement>) {
    const { value: typed, selectionStart } = event.target
    digitsLeftOfCaret.current = typed.slice(0, selectionStart ?? typed.length).replace(/\D/g, '').length
    onChange(readWholeNumber(typed))
  }

  useLayoutEffect(() => {
    const digits = digitsLeftOfCaret.current
    if (digits === null || input.current === null) return
    digitsLeftOfCaret.current = null
    const caret = caretAfterDigits(value.text, digits)
    input.current.setSelectionRange(caret, caret)
  })

  return (
    <Field
      id={id}
      label={label}
      isHintLive
      hint={value.isCut ? `Limited to ${formatCount(maxShares)}.` : hint}
    >
      <Input
        ref={input}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        placeholder="e.g. 1,000"
        data-select=""
        value={value.text}
        onChange={change}
      />
    </Field>
  )
}
