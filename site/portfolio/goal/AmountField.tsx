import { useEffect, useId, useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Field } from '../../ui/Field.tsx'

type AmountFieldProps = {
  label: string
  unit: 'dollars' | 'percent'
  value: number | null
  highest: number
  /** With null for an empty field; not called with what is no such number. */
  onChange: (value: number | null) => void
}

/** A number of one's own that is kept as it is typed. */
export function AmountField({ label, unit, value, highest, onChange }: AmountFieldProps) {
  const id = useId()
  const [text, setText] = useState(value === null ? '' : String(value))
  const typed = readAmount(text)
  const isFault = text.trim() !== '' && !(typed > 0 && typed <= highest)

  // Another tab may have changed it.
  useEffect(() => {
    setText((last) => (readAmount(last) === value ? last : value === null ? '' : String(value)))
  }, [value])

  function change(next: string) {
    setText(next)
    const amount = readAmount(next)
    if (next.trim() === '') onChange(null)
    else if (amount > 0 && amount <= highest) onChange(amount)
  }

  return (
    <Field
      id={id}
      label={label}
      hasError={isFault}
      isHintLive
      hint={
        isFault
          ? `A number of ${unit} above 0, up to ${formatCount(highest)}.`
          : `In ${unit}. Kept in this browser.`
      }
    >
      <input
        id={id}
        className="field__control"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={isFault || undefined}
        aria-describedby={`${id}-hint`}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
    </Field>
  )
}

/** NaN for what is no number. */
function readAmount(text: string): number {
  const plain = text.replace(/[$%,\s]/g, '')
  return plain === '' ? Number.NaN : Number(plain)
}
