import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { caretAfterDigits, maxShares, type SharesText, sharesText } from './calculator.ts'

/** Separates thousands while typing and keeps the caret after its digit. */
export function SharesField({
  value,
  onChange
}: {
  value: SharesText
  onChange: (value: SharesText) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const digitsLeftOfCaret = useRef<number | null>(null)

  function change(event: ChangeEvent<HTMLInputElement>) {
    const { value: typed, selectionStart } = event.target
    digitsLeftOfCaret.current = typed.slice(0, selectionStart ?? typed.length).replace(/\D/g, '').length
    onChange(sharesText(typed))
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
      id="shares"
      label="Your shares"
      isHintLive
      hint={value.isCut ? `Limited to ${formatCount(maxShares)} shares.` : 'Whole shares only.'}
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
