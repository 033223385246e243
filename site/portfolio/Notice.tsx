import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from '../ui/Button.tsx'

type NoticeProps = {
  /** Name of a notice that may wait; others are announced at once. */
  label?: string
  tone?: 'example' | 'warning' | 'plain'
  title?: string
  text?: string
  actions?: readonly { text: string; variant?: ButtonVariant; run: () => void }[]
  children?: ReactNode
}

/** Notice about the portfolio on screen, with what to do about it. */
export function Notice({ label, tone = 'warning', title, text, actions = [], children }: NoticeProps) {
  const Element = label === undefined ? 'div' : 'aside'
  return (
    <Element
      className={`portfolio-notice portfolio-notice--${tone} row items-center between gap-y-3 gap-x-5 text-s`}
      role={label === undefined ? 'alert' : undefined}
      aria-label={label}
    >
      <div className="portfolio-notice__text stack gap-2 anywhere">
        {title && (
          <p>
            <strong>{title}</strong> {text}
          </p>
        )}
        {children}
      </div>
      {actions.length > 0 && (
        <div className="portfolio__actions row gap-2">
          {actions.map(({ text: name, variant = 'quiet', run }) => (
            <Button key={name} variant={variant} onClick={run}>
              {name}
            </Button>
          ))}
        </div>
      )}
    </Element>
  )
}
