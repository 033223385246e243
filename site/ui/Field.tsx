import type { ReactNode } from 'react'

type FieldProps = {
  /** The control's; what describes it has `ID-hint`. */
  id: string
  label: string
  hint?: ReactNode
  isHintLive?: boolean
  hasError?: boolean
  className?: string
  children: ReactNode
}

/** A control with its label above and, where it has one, its hint or error below. */
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
