import type { ReactNode } from 'react'
import { formatPercent } from '../lib/format.ts'

type TableHeadProps = {
  /** Cells before the columns. */
  children?: ReactNode
  columns: readonly string[]
  /** Columns that are aligned as figures. */
  figures?: readonly string[]
}

/** Column headings, followed by one for the actions. */
export function TableHead({ children, columns, figures = [] }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {children}
        {columns.map((name) => (
          <th key={name} className={figures.includes(name) ? 'is-figure' : undefined} scope="col">
            {name}
          </th>
        ))}
        <th scope="col">
          <span className="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  )
}

type FigureCellProps = {
  label: string
  value: number | null
  format: (value: number) => string
  /** Shown after the figure. */
  children?: ReactNode
}

export function FigureCell({ label, value, format, children }: FigureCellProps) {
  return (
    <td className="is-figure" data-label={label}>
      {value === null ? <span className="no-figure">–</span> : format(value)} {children}
    </td>
  )
}

/** Formats a fraction as percent. */
export function asPercent(fraction: number): string {
  return formatPercent(fraction * 100)
}
