import type { ComponentProps, ReactNode } from 'react'

/** Attributes of inputs for days that the service accepts. */
export const dayInput = { type: 'date', min: '2020-01-01', max: '2099-12-31' } as const

/** Rejects years like 0002, which a date field contains during typing. */
export function isQueryableDay(day: string): boolean {
  return /^20[2-9]\d-\d\d-\d\d$/.test(day)
}

type InputFieldProps = ComponentProps<'input'> & { label: ReactNode }

/** @param children content below the input */
export function InputField({ label, children, ...input }: InputFieldProps) {
  return (
    <label className="field">
      <span className="field__label">{label}</span>
      <input className="field__control" {...input} />
      {children}
    </label>
  )
}

type SelectFieldProps<Option> = ComponentProps<'select'> & {
  label: ReactNode
  options: readonly Option[]
  nameOf: (option: Option) => string
}

/** @param children an option before the others */
export function ChoiceField<Option>({
  label,
  options,
  nameOf,
  children,
  ...select
}: SelectFieldProps<Option>) {
  return (
    <label className="field">
      <span className="field__label">{label}</span>
      <select className="field__control" {...select}>
        {children}
        {options.map((option) => (
          <option key={String(option)} value={String(option)}>
            {nameOf(option)}
          </option>
        ))}
      </select>
    </label>
  )
}
