import { compareValues, type Direction, directionAfter } from './table-columns.ts'

/** Makes sortable tables sortable by their headings, each once: several components may call it. */
export function startSortableTables(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('table[data-sortable]')) makeSortable(table)
}

/**
 * Sorts by a click on a heading; the next click reverses the order. On phones, where rows are cards, a select above the
 * table replaces the headings. The sort key of a cell is its data-value or its text.
 * @param onSort called after a click
 * @returns sorts without a click
 */
export function makeSortable(
  table: HTMLTableElement,
  onSort?: (column: number, direction: Direction) => void
): (column: number, direction: Direction) => void {
  const headings = [...(table.tHead?.rows[0]?.cells ?? [])]
  const order = table.closest('.table__frame')?.previousElementSibling?.querySelector('select')
  if (order?.length === 0) for (const { textContent } of headings) order.add(new Option(textContent.trim()))
  table.removeAttribute('data-sortable')
  const sortBy = (column: number, direction: Direction) => {
    for (const [index, heading] of headings.entries()) heading.ariaSort = index === column ? direction : null
    for (const row of table.rows)
      for (const [index, cell] of [...row.cells].entries())
        cell.classList.toggle('is-chosen', index === column && index > 0)
    if (order) order.selectedIndex = column
    sortRows(table, column, direction)
  }
  const sortAndReport = (column: number, direction: Direction) => {
    sortBy(column, direction)
    onSort?.(column, direction)
  }
  const firstOf = (column: number) =>
    headings[column]?.dataset['first'] === 'descending' ? 'descending' : 'ascending'
  for (const [column, heading] of headings.entries()) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'table__sort'
    button.append(...heading.childNodes)
    heading.append(button)
    button.addEventListener('click', () =>
      sortAndReport(column, directionAfter(firstOf(column), heading.ariaSort))
    )
  }
  order?.addEventListener('change', () => sortAndReport(order.selectedIndex, firstOf(order.selectedIndex)))
  return sortBy
}

/** Rows without a value in the column come after the others, rows with data-last after all. */
function sortRows(table: HTMLTableElement, column: number, direction: Direction): void {
  const body = table.tBodies[0]
  const isOfFigures = table.tHead?.rows[0]?.cells[column]?.classList.contains('is-figure') ?? false
  const rows = [...(body?.rows ?? [])].map((row) => ({
    row,
    value: valueIn(row.cells[column], isOfFigures),
    isLast: row.dataset['last'] !== undefined
  }))
  rows.sort((a, b) => Number(a.isLast) - Number(b.isLast) || compareValues(a.value, b.value, direction))
  body?.append(...rows.map(({ row }) => row))
}

/** Figures: '−8.1%' -> -8.1, '1,204' -> 1204. A dash is null. */
function valueIn(cell: HTMLTableCellElement | undefined, isFigure: boolean): string | number | null {
  const text = cell?.dataset['value'] ?? cell?.textContent.trim() ?? '–'
  if (!isFigure) return text === '–' ? null : text
  const figure = Number.parseFloat(text.replace('−', '-').replaceAll(',', ''))
  return Number.isNaN(figure) ? null : figure
}
