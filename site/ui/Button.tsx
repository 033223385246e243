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

/** With `aria-disabled` it ignores clicks and keeps the focus. */
export function Button(props: Styled<ComponentProps<'button'>>) {
  const { variant, className, type = 'button', onClick, ...rest } = props
  const isOff = rest['aria-disabled'] === true
  return (
    <button
      type={type}
      className={buttonClass(variant, className)}
      onClick={isOff ? undefined : onClick}
      {...rest}
    />
  )
}

export function ButtonLink({ variant, className, ...rest }: Styled<ComponentProps<'a'>>) {
  return <a className={buttonClass(variant, className)} {...rest} />
}
