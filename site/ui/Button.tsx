import type { ComponentProps } from 'react'

/**
 * Look of a button: red without a variant, for the main action of a view; `gold` for calculating and sharing; `icon`
 * needs an aria-label.
 */
export type ButtonVariant = 'gold' | 'quiet' | 'icon' | 'chip'

type Styled<Props> = Props & { variant?: ButtonVariant }

export function buttonClass(variant?: ButtonVariant, className = ''): string {
  const base = variant === 'chip' ? 'chip' : variant === undefined ? 'button' : `button button--${variant}`
  return `${base} ${className}`.trim()
}

export function Button({ variant, className, type = 'button', ...rest }: Styled<ComponentProps<'button'>>) {
  return <button type={type} className={buttonClass(variant, className)} {...rest} />
}

export function ButtonLink({ variant, className, ...rest }: Styled<ComponentProps<'a'>>) {
  return <a className={buttonClass(variant, className)} {...rest} />
}
