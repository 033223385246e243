import { type ComponentProps, createContext, type ReactNode, use } from 'react'

type FieldProps = {
  /** Id of the control; its hint has the id `ID-hint`. */
  id: string
  label: string
  hint?: ReactNode
  isHintLive?: boolean
  hasError?: boolean
  className?: string
  children: ReactNode
}

const FieldContext = createContext<{ id: string; 'aria-describedby'?: string | undefined } | null>(null)

/** Attributes that connect a control with the field around it. */
export function useField() {
  const field = use(FieldContext)
  if (field === null) throw new Error('a control needs a Field around it')
  return field
}

/** A control with its label above and its hint or error, if any, below. */
export function Field({
  id,
  label,
  hint,
  isHintLive = false,
  hasError = false,
  className = '',
  children
}: FieldProps) {
  const hintId = hint === undefined ? undefined : `${id}-hint`
  return (
    <div className={`field ${className}`.trim()}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <FieldContext value={{ id, 'aria-describedby': hintId }}>{children}</FieldContext>
      {hint !== undefined && (
        <p
          className={hasError ? 'field__error' : 'field__hint'}
          id={hintId}
          aria-live={isHintLive ? 'polite' : undefined}
        >
          {hint}
        </p>
      )}
    </div>
  )
}

/** The control of a Field; in an .astro file, whose slots don't pass a context on, write an input instead. */
export function Input({ className = '', ...rest }: Omit<ComponentProps<'input'>, 'id'>) {
  return <input {...useField()} className={`field__control ${className}`.trim()} {...rest} />
}
