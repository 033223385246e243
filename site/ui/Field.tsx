import type { ComponentProps, ReactNode } from 'react'

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
  return (
    <div className={`field ${className}`.trim()}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p
          className={hasError ? 'field__error' : 'field__hint'}
          id={`${id}-hint`}
          aria-live={isHintLive ? 'polite' : undefined}
        >
          {hint}
        </p>
      )}
    </div>
  )
}

export function Input({ id, className = '', ...rest }: ComponentProps<'input'>) {
  return <input id={id} className={`field__control ${className}`.trim()} {...rest} />
}
