export type Direction = 'ascending' | 'descending'

/** Makes sortable tables sortable by their headings, each once: several components may call it. */
export function startSortableTables(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('table[data-sortable]')) makeSortable(table)
}

/**
 * A click on a heading sorts by its column, the next click reverses the order. `data-first` of a heading sets the first
 * direction (default ascending). The sort key of a cell is its data-value or its text.
 * @param onSort called after a click
 * @returns sorts without a click
 */
export function makeSortable(
  table: HTMLTableElement,
  onSort?: (column: number, direction: Direction) => void
): (column: number, direction: Direction) => void {
  const headings = [...(table.tHead?.rows[0]?.cells ?? [])]
  const order = fillOrderField(table, headings)
  table.removeAttribute('data-sortable')
  const sortBy = (column: number, direction: Direction) => {
    for (const [index, heading] of headings.entries()) heading.ariaSort = index === column ? direction : null
    for (const row of table.rows)
      for (const [index, cell] of [...row.cells].entries())
        cell.classList.toggle('is-chosen', index === column && index > 0)
    if (order) order.value = String(column)
    sortRows(table, column, direction)
  }
  for (const [column, heading] of headings.entries()) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'ledger-table__sort'
    button.append(...heading.childNodes)
    heading.append(button)
    const [first, other] = directionsOf(heading)
    button.addEventListener('click', () => {
      const direction = heading.ariaSort === first ? other : first
      sortBy(column, direction)
      onSort?.(column, direction)
    })
  }
  order?.addEventListener('change', () => {
    const column = Number(order.value)
    const heading = headings[column]
    if (heading === undefined) return
    const [first] = directionsOf(heading)
    sortBy(column, first)
    onSort?.(column, first)
  })
  return sortBy
}

/** Adds the columns to the select above the table, for phones, where rows are cards without headings to press. */
function fillOrderField(table: HTMLTableElement, headings: readonly HTMLTableCellElement[]) {
  const select = table.closest('.table-scroll')?.previousElementSibling?.querySelector('select')
  for (const [column, heading] of headings.entries())
    select?.add(new Option(heading.textContent.trim(), String(column), undefined, heading.ariaSort !== null))
  return select
}

function directionsOf({ dataset }: HTMLElement): [Direction, Direction] {
  return dataset['first'] === 'descending' ? ['descending', 'ascending'] : ['ascending', 'descending']
}

/** Rows without a value in the column come after the others, rows with data-last after all. */
function sortRows(table: HTMLTableElement, column: number, direction: Direction): void {
  const body = table.tBodies[0]
  const sign = direction === 'ascending' ? 1 : -1
  const isOfFigures = table.tHead?.rows[0]?.cells[column]?.classList.contains('is-figure') ?? false
  const compare = (one: string, other: string) =>
    isOfFigures ? figureIn(one) - figureIn(other) : one.localeCompare(other, 'en')
  const isMissing = (text: string) => (isOfFigures ? Number.isNaN(figureIn(text)) : text === '–')
  const rows = [...(body?.rows ?? [])].map((row) => ({
    row,
    text: textOf(row.cells[column]),
    isLast: row.dataset['last'] !== undefined
  }))
  rows.sort(
    (a, b) =>
      Number(a.isLast) - Number(b.isLast) ||
      Number(isMissing(a.text)) - Number(isMissing(b.text)) ||
      (isMissing(a.text) ? 0 : sign * compare(a.text, b.text))
  )
  body?.append(...rows.map(({ row }) => row))
}

function textOf(cell: HTMLTableCellElement | undefined): string {
  return cell?.dataset['value'] ?? cell?.textContent.trim() ?? ''
}

/** '−8.1%' -> -8.1, '1,204' -> 1204, '–' -> NaN */
function figureIn(text: string): number {
  return Number.parseFloat(text.replace('−', '-').replaceAll(',', ''))
}
