import type { ComponentProps, ReactNode } from 'react'
import { LongList } from './LongList.tsx'
import {
  type Column,
  cellText,
  cellValue,
  type Direction,
  directionAfter,
  hasValues,
  idOf,
  labelOf,
  sortRows
} from './table-columns.ts'

type RowAttributes = ComponentProps<'tr'> & { [name: `data-${string}`]: string | undefined }

type TableProps<Row> = {
  /** Name for screen readers. */
  caption?: string
  labelledBy?: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf?: (row: Row) => string
  rowOf?: (row: Row) => RowAttributes
  /** Shown below a row, in one cell. */
  detailOf?: (row: Row) => ReactNode
  /** Consecutive rows of a group are below its name; `idOf` makes it the target of links. */
  group?: { of: (row: Row) => string; idOf: (name: string) => string }
  /** Last row, which stays there when the others are sorted. */
  total?: Row | undefined
  /** Shown if there are no rows. */
  empty?: ReactNode
  /**
   * On phones a row is a card of all its figures, or of the `isMain` columns and the sorted one. Or it takes two lines
   * below the head: in each pair of columns the second is below the first; `led`: the first column takes both lines.
   */
  phones?: 'cards' | 'main' | 'pairs' | 'led'
  /** Scrolls sideways if it doesn't fit, with the first column in sight. */
  isScrollable?: boolean
  /** Shows the first rows until the visitor wants all: the plural noun for the rows, and when. */
  long?: Omit<ComponentProps<typeof LongList>, 'count' | 'children'>
  isBusy?: boolean
  className?: string | undefined
  /** Column by which the rows are sorted. */
  sort?: Sort | undefined
  /** Sorted in the document by sort-table.ts; in an island with `onSort`, by the Table. */
  isSortable?: boolean
  onSort?: (sort: Sort) => void
}

export type Sort = { id: string; direction: Direction }

/** A region that scrolls needs it for the keyboard; spread, because the linter forbids it on a section. */
const focusable = { tabIndex: 0 }

/** Columns and rows as a table, rendered by pages and by islands; complete without scripts. */
export function Table<Row>(props: TableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    phones,
    isScrollable = false,
    long,
    sort,
    isSortable = false,
    onSort
  } = props
  const sorted = onSort && columns.find((column) => idOf(column) === sort?.id)
  const shown = sorted && sort ? sortRows(rows, sorted, sort.direction) : rows
  const isCards = phones === 'cards' || phones === 'main'
  const table = (
    <table
      className={joined(
        'table',
        isScrollable && 'table--pinned',
        isCards && 'table--cards',
        phones === 'main' && 'table--main',
        phones && !isCards && `table--paired table--${phones}`,
        props.className
      )}
      aria-labelledby={props.labelledBy}
      aria-busy={props.isBusy || undefined}
      data-sortable={isSortable ? '' : undefined}
    >
      {caption && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={idOf(column)} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <Bodies {...props} rows={shown} />
      {props.total !== undefined && <tbody className="table__total">{rowsOf(props, [props.total])}</tbody>}
    </table>
  )
  const whole = (
    <>
      {isCards && (isSortable || onSort) && <SortField columns={columns} sort={sort} onSort={onSort} />}
      {isScrollable ? (
        <section className="table__frame" aria-label={`${caption}, scrollable`} {...focusable}>
          {table}
        </section>
      ) : (
        table
      )}
    </>
  )
  if (long === undefined) return whole
  return (
    <LongList {...long} count={rows.length}>
      {whole}
    </LongList>
  )
}

type Sorting<Row> = Pick<TableProps<Row>, 'sort'> & { onSort: TableProps<Row>['onSort'] | undefined }

function HeadCell<Row>({ column, sort, onSort }: { column: Column<Row> } & Sorting<Row>) {
  const { heading, head = heading, first, isHeadHidden, className } = column
  const id = idOf(column)
  const direction = sort?.id === id ? sort.direction : undefined
  return (
    <th
      className={joined('figure' in column && 'is-figure', className)}
      scope="col"
      data-first={first}
      aria-sort={direction}
    >
      {onSort && hasValues(column) ? (
        <button
          type="button"
          className="table__sort"
          onClick={() => onSort({ id, direction: directionAfter(first, direction) })}
        >
          {head}
        </button>
      ) : isHeadHidden ? (
        <span className="visually-hidden">{head}</span>
      ) : (
        head
      )}
    </th>
  )
}

/** Replaces the headings on phones, where rows are cards. */
function SortField<Row>({ columns, sort, onSort }: Pick<TableProps<Row>, 'columns'> & Sorting<Row>) {
  const sortBy = (id: string) => {
    const first = columns.find((column) => idOf(column) === id)?.first
    onSort?.({ id, direction: directionAfter(first) })
  }
  const chosen = onSort
    ? { value: sort?.id, onChange: ({ target }: { target: HTMLSelectElement }) => sortBy(target.value) }
    : { defaultValue: sort?.id, autoComplete: 'off' }
  return (
    <label className="table__order field">
      <span className="field__label">Sort by</span>
      <select className="field__control" {...chosen}>
        {columns.filter(hasValues).map((column) => (
          <option key={idOf(column)} value={idOf(column)}>
            {column.heading}
          </option>
        ))}
      </select>
    </label>
  )
}

function Bodies<Row>(props: TableProps<Row>) {
  const { columns, rows, group, empty } = props
  const across = (content: ReactNode, className: string) => (
    <tr className={className}>
      <td colSpan={columns.length}>{content}</td>
    </tr>
  )
  if (rows.length === 0 && empty !== undefined) return <tbody>{across(empty, 'table__empty')}</tbody>
  if (group === undefined) return <tbody>{rowsOf(props, rows)}</tbody>
  return [...Map.groupBy(rows, group.of)].map(([name, own]) => (
    <tbody key={name}>
      <tr className="table__group" id={group.idOf(name)}>
        <th scope="rowgroup" colSpan={columns.length}>
          {name}
        </th>
      </tr>
      {rowsOf(props, own)}
    </tbody>
  ))
}

function rowsOf<Row>(props: TableProps<Row>, rows: readonly Row[]) {
  const { columns, keyOf, rowOf, detailOf, phones, sort, onSort } = props
  const nameAt = columns.findIndex(({ isName }) => isName)
  const labelIn = (column: Column<Row>, row: Row) => {
    if (phones !== 'cards') return phones === 'main' ? labelOf(column) : undefined
    return hasValues(column) && cellValue(column, row) === null && !column.missing ? '' : labelOf(column)
  }
  return rows.flatMap((row, index) => {
    const key = keyOf?.(row) ?? index
    const detail = detailOf?.(row)
    let covered = 0
    const cells = columns.map((column, at) => {
      covered -= 1
      if (covered > 0) return null
      covered = column.span?.(row) ?? 1
      return (
        <BodyCell
          key={idOf(column)}
          column={column}
          row={row}
          isName={at === Math.max(0, nameAt)}
          isChosen={at > 0 && onSort !== undefined && idOf(column) === sort?.id}
          label={labelIn(column, row)}
          span={covered}
        />
      )
    })
    return [
      <tr key={key} {...rowOf?.(row)}>
        {cells}
      </tr>,
      detail && (
        <tr key={`${key} detail`} className="table__detail">
          <td colSpan={columns.length}>{detail}</td>
        </tr>
      )
    ]
  })
}

type BodyCellProps<Row> = {
  column: Column<Row>
  row: Row
  isName: boolean
  /** Whether the rows are sorted by it. */
  isChosen: boolean
  /** Name of the column, which style sheets show on cards; '' hides the cell there. */
  label: string | undefined
  span: number
}

function BodyCell<Row>({ column, row, isName, isChosen, label, span }: BodyCellProps<Row>) {
  const { href, note, isMain, className, classOf } = column
  const value = 'day' in column || column.csvName ? cellValue(column, row) : null
  const text = cellText(column, row)
  const shown =
    column.cell?.(row) ?? ('day' in column && value ? <time dateTime={String(value)}>{text}</time> : text)
  const address = href?.(row)
  const content = address ? <a href={address}>{shown}</a> : shown
  const small = note?.(row)
  const Cell = isName ? 'th' : 'td'
  return (
    <Cell
      className={joined(
        'figure' in column && 'is-figure',
        isMain && 'is-main',
        isChosen && 'is-chosen',
        className,
        classOf?.(row)
      )}
      scope={isName ? 'row' : undefined}
      translate={'figure' in column || 'symbol' in column ? 'no' : undefined}
      colSpan={span > 1 ? span : undefined}
      data-value={value ?? undefined}
      data-label={isName ? undefined : label}
    >
      {small && typeof content === 'string' ? `${content} ` : content}
      {small && typeof content !== 'string' && ' '}
      {small && <small>{small}</small>}
    </Cell>
  )
}

function joined(...names: (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}
