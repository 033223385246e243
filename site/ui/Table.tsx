import type { ComponentProps, ReactNode } from 'react'

type TableProps = ComponentProps<'table'> & {
  /** For screen readers. */
  caption?: ReactNode
}

/** A table of figures; cells with a figure have the class `is-figure`. */
export function Table({ caption, className = '', children, ...rest }: TableProps) {
  return (
    <table className={`ledger-table ${className}`.trim()} {...rest}>
      {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
      {children}
    </table>
  )
}
