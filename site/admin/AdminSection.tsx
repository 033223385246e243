import type { ReactElement, ReactNode } from 'react'

type AdminSectionProps = {
  /** Also the anchor of the jump link. */
  titleId: string
  title: string
  kicker: string
  icon: ReactElement
  tools?: ReactNode
  children: ReactNode
}

/** The frame of a section; its heading takes the focus when the control that had it is gone. */
export function AdminSection({ titleId, title, kicker, icon, tools, children }: AdminSectionProps) {
  return (
    <section className="card admin-section" aria-labelledby={titleId}>
      <header className="card__header admin-section__header">
        <span className="card__icon" aria-hidden="true">
          {icon}
        </span>
        <div className="card__heading">
          <p className="label">{kicker}</p>
          <h2 className="card__title" id={titleId} tabIndex={-1}>
            {title}
          </h2>
        </div>
        {tools && <div className="admin-section__tools">{tools}</div>}
      </header>
      <div className="card__body">{children}</div>
    </section>
  )
}
