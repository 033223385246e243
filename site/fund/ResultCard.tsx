import type { ReactNode } from 'react'
import type { CardName } from './card-order.ts'

type ResultCardProps = {
  name: CardName
  /** Small capitals above the title. */
  label: string
  title: string
  icon: ReactNode
  tools: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** The frame that all three cards share. */
export function ResultCard({ name, label, title, icon, tools, footer, children }: ResultCardProps) {
  const titleId = `card-${name}`
  return (
    <section className={`card result-card ${name}-card`} data-card={name} aria-labelledby={titleId}>
      <header className="card__header">
        <span className="card__icon" aria-hidden="true">
          {icon}
        </span>
        <div className="card__heading">
          <p className="label">{label}</p>
          <h2 className="card__title" id={titleId}>
            {title}
          </h2>
        </div>
        <div className="card__tools">{tools}</div>
      </header>
      <div className="card__body">{children}</div>
      {footer !== undefined && <footer className="card__footer">{footer}</footer>}
    </section>
  )
}
