import { useEffect, useRef } from 'react'
import { Combobox } from '../../ui/Combobox.tsx'
import { Field } from '../../ui/Field.tsx'

type FundFieldProps = {
  id: string
  value: string
  fault: string | undefined
  /** Name of the fund whose symbol is in the field. */
  name: string | undefined
  hasFocus: boolean
  onChange: (value: string) => void
}

/** Finds a fund by symbol, name or underlying; suggestions load on first focus. */
export function FundField({ id, value, fault, name, hasFocus, onChange }: FundFieldProps) {
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (hasFocus) input.current?.focus()
  }, [hasFocus])

  return (
    <Field
      id={id}
      label="Fund"
      hasError={fault !== undefined}
      isHintLive
      hint={fault ?? name ?? 'Symbol, name or underlying.'}
    >
      <Combobox
        input={input}
        listLabel="Funds"
        loadSource={() => import('../../search/find-funds.ts')}
        onPick={onChange}
        name="symbol"
        aria-invalid={fault !== undefined || undefined}
        maxLength={40}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
