type Direction = 'ascending' | 'descending'

/** Gives tables marked with data-sortable headings that sort their rows; without it they stand as they came. */
export function startSortableTables(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('table[data-sortable]')) {
    const headings = [...(table.tHead?.rows[0]?.cells ?? [])]
    for (const [column, heading] of headings.entries()) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'ledger-table__sort'
      button.append(...heading.childNodes)
      heading.append(button)
      button.addEventListener('click', () => {
        const direction: Direction = heading.ariaSort === 'ascending' ? 'descending' : 'ascending'
        for (const other of headings) other.ariaSort = other === heading ? direction : null
        sortRows(table, column, direction)
      })
    }
  }
}

/** Rows without a figure in the column come last, whichever way. */
function sortRows(table: HTMLTableElement, column: number, direction: Direction): void {
  const body = table.tBodies[0]
  const sign = direction === 'ascending' ? 1 : -1
  const textOf = (row: HTMLTableRowElement) => row.cells[column]?.textContent.trim() ?? ''
  const isOfFigures = table.tHead?.rows[0]?.cells[column]?.classList.contains('is-figure') ?? false
  const rows = [...(body?.rows ?? [])].toSorted((a, b) => {
    if (!isOfFigures) return sign * textOf(a).localeCompare(textOf(b), 'en')
    const [one, other] = [figureIn(textOf(a)), figureIn(textOf(b))]
    if (Number.isNaN(one) || Number.isNaN(other))
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other))
    return sign * (one - other)
  })
  body?.append(...rows)
}

/** '−8.1%' -> -8.1, '1,204' -> 1204, '–' -> NaN */
function figureIn(text: string): number {
  return Number.parseFloat(text.replace('−', '-').replaceAll(',', ''))
}
