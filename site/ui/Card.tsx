import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'

type CardHeaderProps = {
  titleId: string
  title: ReactNode
  /** Small capitals above the title. */
  label?: ReactNode
  icon?: ReactNode
  tools?: ReactNode
  /** Screen readers announce changes of the title. */
  isLive?: boolean | undefined
  /** Scripts can focus the title. */
  isTitleFocusable?: boolean | undefined
}

export function CardHeader(props: CardHeaderProps) {
  const { titleId, title, label, icon, tools, isLive, isTitleFocusable } = props
  return (
    <header className="card__header line items-center gap-3 ruled-double">
      {icon && (
        <span className="card__icon gold rigid" aria-hidden="true">
          {icon}
        </span>
      )}
      <div className="grow" aria-live={isLive ? 'polite' : undefined}>
        {label && <p className="label">{label}</p>}
        <h2 className="card__title" id={titleId} tabIndex={isTitleFocusable ? -1 : undefined}>
          {title}
        </h2>
      </div>
      {tools && <div className="card__tools line rigid gap-1 no-print">{tools}</div>}
    </header>
  )
}

type CardProps = CardHeaderProps &
  Omit<ComponentProps<'section'>, 'title'> & {
    bodyClassName?: string
    /** Rendered below the body, usually a `card__footer`. */
    footer?: ReactNode
  }

/** A framed section with a header, labeled by its title. */
export function Card(props: CardProps) {
  const { className = '', bodyClassName = '', footer, children, ...header } = props
  const { titleId, title, label, icon, tools, isLive, isTitleFocusable, ...rest } = header
  return (
    <section className={`card ${className}`.trim()} {...rest} aria-labelledby={titleId}>
      <CardHeader {...header} />
      <div className={`card__body ${bodyClassName}`.trim()}>{children}</div>
      {footer}
    </section>
  )
}

/**
 * A card that is folded on phones: only its title shows until its button, or a link to something in it, opens it. Wider
 * screens and paper show all of it.
 */
export function FoldedCard({ tools, ...props }: CardProps) {
  const [fold, setFold] = useState<'unset' | 'open' | 'closed'>('unset')
  const button = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // Until then the style sheet opens it, so that the browser finds the target.
    const openTarget = () => button.current?.closest('.card')?.querySelector(':target') && setFold('open')
    openTarget()
    window.addEventListener('hashchange', openTarget)
    return () => window.removeEventListener('hashchange', openTarget)
  }, [])
  const isOpen = fold === 'open'
  return (
    <Card
      {...props}
      data-fold={fold}
      tools={
        <>
          {tools}
          <span className="card__fold" ref={button}>
            <Button variant="chip" aria-expanded={isOpen} onClick={() => setFold(isOpen ? 'closed' : 'open')}>
              {isOpen ? 'Hide' : 'Show'} <span className="visually-hidden">{props.title}</span>
            </Button>
          </span>
        </>
      }
    />
  )
}
