import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Field, Input } from '../../ui/Field.tsx'
import { caretAfterDigits, readDollars, readWholeNumber, type TypedNumber } from './calculator.ts'

type NumberFieldProps = {
  id: string
  label: string
  hint?: ReactNode
  placeholder?: string
  /** Dollars, with cents; otherwise a whole number. */
  isMoney?: boolean
  value: TypedNumber
  onChange: (value: TypedNumber) => void
}

/** A number. Separates thousands while typing and keeps the caret after its digit. */
export function NumberField({
  id,
  label,
  hint,
  placeholder,
  isMoney = false,
  value,
  onChange
}: NumberFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const digitsLeftOfCaret = useRef<number | null>(null)

  function change(event: ChangeEvent<HTMLInputElement>) {
    const { value: typed, selectionStart } = event.target
    digitsLeftOfCaret.current = typed.slice(0, selectionStart ?? typed.length).replace(/[^\d.]/g, '').length
    onChange(isMoney ? readDollars(typed) : readWholeNumber(typed))
  }

  useLayoutEffect(() => {
    const digits = digitsLeftOfCaret.current
    if (digits === null || input.current === null) return
    digitsLeftOfCaret.current = null
    const caret = caretAfterDigits(value.text, digits)
    input.current.setSelectionRange(caret, caret)
  })

  return (
    <Field id={id} label={label} isHintLive hint={value.fault ?? hint}>
      <Input
        ref={input}
        type="text"
        inputMode={isMoney ? 'decimal' : 'numeric'}
        autoComplete="off"
        enterKeyHint="done"
        placeholder={placeholder}
        data-select=""
        value={value.text}
        onChange={change}
      />
    </Field>
  )
}
