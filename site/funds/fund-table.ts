import { toSlug } from '../calendar/calendar-choice.ts'
import { chooseIn, replaceParams } from '../lib/query-param.ts'
import { saveCsv } from '../lib/save-file.ts'
import { markMyFunds } from '../portfolio/my-funds.ts'
import { holdsWords, wordsOf } from '../search/words.ts'
import { makeSortable } from '../ui/sort-table.ts'
import { fundColumns, narrowScreen } from './columns.ts'
import { fundCountSentence, readShownColumns, readSort, saveShownColumns, sortParams } from './fund-choice.ts'

/** Sorts and filters the table of all funds, stores the choice in the URL, and exports the visible part as CSV. */
export function startFundTable(): void {
  const root = document.querySelector<HTMLElement>('[data-fund-table]')
  const table = root?.querySelector('table')
  const form = root?.querySelector<HTMLFormElement>('[data-choice]')
  const status = root?.querySelector('[data-count]')
  const none = root?.querySelector<HTMLElement>('[data-none]')
  if (!root || !table || !form || !status || !none) return
  const rows = [...(table.tBodies[0]?.rows ?? [])].map(readRow)
  let sort = readSort(location.search, fundColumns)

  const show = () => {
    const { q = '', ...slugs } = filtersOf(form)
    const typed = wordsOf(q)
    for (const { row, words, slugOf } of rows)
      row.hidden = !(
        holdsWords(words, typed) &&
        Object.entries(slugs).every(([name, slug]) => slug === '' || slug === slugOf[name])
      )
    const count = rows.filter(({ row }) => !row.hidden).length
    none.hidden = count > 0
    root.toggleAttribute('data-narrowed', count < rows.length)
    const column = fundColumns.find(({ id }) => id === sort.column)
    if (column) status.textContent = fundCountSentence(count, rows.length, column, sort.direction)
  }
  const saveInUrl = () => replaceParams({ ...filtersOf(form), ...sortParams(sort, fundColumns) })

  const sortBy = makeSortable(table, (index, direction) => {
    sort = { column: fundColumns[index]?.id ?? '', direction }
    show()
    saveInUrl()
  })
  const requested = new URLSearchParams(location.search)
  for (const name of filters) chooseIn(form, name, (requested.get(name) ?? '').trim().slice(0, longestText))
  const index = fundColumns.findIndex(({ id }) => id === sort.column)
  if (index > 0 || sort.direction === 'descending') sortBy(index, sort.direction)
  show()
  startColumnChoice(root, table)
  markMyFunds(rows.flatMap(({ row }) => row.cells[0]?.querySelector('a') ?? []))
  root.dataset['ready'] = ''

  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', show)
  // Only after typing, because browsers limit how often the URL may change.
  form.addEventListener('change', saveInUrl)
  form.addEventListener('reset', (event) => {
    // The form would be reset only after this event.
    event.preventDefault()
    for (const name of filters) chooseIn(form, name, '')
    show()
    saveInUrl()
    form.querySelector<HTMLElement>('[name="q"]')?.focus()
  })
  root.querySelector('[data-csv]')?.addEventListener('click', () => {
    saveCsv(shownLines(table), `doubloon-funds-${root.dataset['asOf'] ?? ''}.csv`)
  })
}

const longestText = 40
/** Fields of FundChoice.astro, and parameters of the address. */
const filters = ['q', 'issuer', 'cadence', 'underlying'] as const

function filtersOf(form: HTMLFormElement): Record<string, string> {
  const fields = new FormData(form)
  return Object.fromEntries(filters.map((name) => [name, String(fields.get(name) ?? '').trim()]))
}

type ReadRow = { row: HTMLTableRowElement; words: readonly string[]; slugOf: Record<string, string> }

/** Search data of a row: the text of its text columns, and the values for the selects. */
function readRow(row: HTMLTableRowElement): ReadRow {
  const cells = fundColumns.map((column, index) => ({ ...column, cell: row.cells[index] }))
  return {
    row,
    words: wordsOf(
      cells
        .flatMap(({ cell, ...column }) =>
          'words' in column || 'symbol' in column ? [cell?.textContent ?? ''] : []
        )
        .join(' ')
    ),
    slugOf: Object.fromEntries(cells.map(({ id, cell }) => [id, toSlug(cell?.dataset['value'] ?? '')]))
  }
}

/** Check boxes show and hide columns; the choice is stored. */
function startColumnChoice(root: HTMLElement, table: HTMLTableElement): void {
  const boxes = [...root.querySelectorAll<HTMLInputElement>('input[name="column"]')]
  const showColumns = (shown: ReadonlySet<string>) => {
    for (const row of table.rows)
      for (const [index, { id }] of fundColumns.entries()) {
        const cell = row.cells[index]
        if (cell && index > 0) cell.hidden = !shown.has(id)
      }
  }
  const narrow = matchMedia(narrowScreen)
  const known = () =>
    fundColumns.map(({ id, isExtra = false, isWide = false }) => ({
      id,
      isExtra: isExtra || (isWide && narrow.matches)
    }))
  const restore = () => {
    const remembered = readShownColumns(known())
    for (const box of boxes) box.checked = remembered.has(box.value)
    showColumns(remembered)
  }
  restore()
  narrow.addEventListener('change', restore)
  for (const box of boxes)
    box.addEventListener('change', () => {
      const shown = new Set(boxes.flatMap(({ checked, value }) => (checked ? [value] : [])))
      showColumns(shown)
      saveShownColumns(known(), shown)
    })
}

/** Visible rows and columns in order, plus each fund's name and the day of the data. */
function shownLines(table: HTMLTableElement): string[][] {
  const headings = [...(table.tHead?.rows[0]?.cells ?? [])]
  const columns = [...headings.keys()].slice(1).filter((index) => headings[index]?.hidden === false)
  const lines = [...(table.tBodies[0]?.rows ?? [])]
    .filter((row) => !row.hidden)
    .map((row) => [
      row.cells[0]?.dataset['value'] ?? '',
      row.cells[0]?.querySelector('small')?.textContent ?? '',
      ...columns.map((index) => row.cells[index]?.dataset['value'] ?? ''),
      row.dataset['asOf'] ?? ''
    ])
  return [['symbol', 'name', ...columns.map((index) => fundColumns[index]?.csvName ?? ''), 'as_of'], ...lines]
}
