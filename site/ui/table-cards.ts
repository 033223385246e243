/** Widths at which ledger.css shows rows as cards. */
const cardWidths = '(width < 48rem)'

/**
 * Gives each cell the name of its column, which the style sheet shows if rows are cards, because cards have no table
 * head. Scripts do it, because the names would double the size of a long table.
 */
export function labelCards(): void {
  const phone = matchMedia(cardWidths)
  const label = () => {
    if (!phone.matches) return
    for (const table of document.querySelectorAll<HTMLTableElement>('.table--cards')) labelTable(table)
  }
  label()
  phone.addEventListener('change', label)
}

function labelTable(table: HTMLTableElement): void {
  if ('labeled' in table.dataset) return
  table.dataset['labeled'] = ''
  // Cards of all figures omit unknown ones; cards in three columns keep their place.
  const empty = table.classList.contains('table--main') ? /^$/ : /^–?$/
  const names = [...(table.tHead?.rows[0]?.cells ?? [])].map(({ textContent }) => textContent.trim())
  for (const body of table.tBodies)
    for (const row of body.rows) {
      let index = 0
      for (const cell of row.cells) {
        const isEmpty = empty.test(cell.textContent.trim()) && cell.childElementCount === 0
        if (cell.colSpan === 1) cell.dataset['label'] = isEmpty ? '' : (names[index] ?? '')
        index += cell.colSpan
      }
    }
}
