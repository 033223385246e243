/** Makes elements of the grids of visible weeks, where there is room for them. */
export function openGrids(root: HTMLElement): void {
  if (!matchMedia('(width >= 64rem)').matches) return
  for (const held of root.querySelectorAll('noscript[data-grid]'))
    if (held.parentElement?.checkVisibility()) held.outerHTML = held.textContent
}

/**
 * Filters the grids of all weeks: own funds are in a table of their own, above the families.
 * @param fits whether the filters show the fund of this row
 */
export function showInGrids(
  root: HTMLElement,
  fits: (row: HTMLElement) => boolean,
  own: ReadonlySet<string>
): void {
  for (const ownTable of root.querySelectorAll<HTMLElement>('[data-grid-family="own"]')) {
    const ownRows = ownTable.querySelector('tbody')
    const rows =
      ownTable.parentElement?.querySelectorAll<HTMLElement>('[data-grid-family=""] [data-fund]') ?? []
    const shown = [...rows].filter(fits)
    const isOwn = ({ dataset }: HTMLElement) => own.has(dataset['fund'] ?? '')
    for (const row of rows) row.hidden = !shown.includes(row) || isOwn(row)
    const copies = shown.filter(isOwn).map((row) => {
      const copy = row.cloneNode(true)
      if (copy instanceof HTMLElement) {
        copy.hidden = false
        copy.querySelector('.calendar-fund__link')?.setAttribute('data-mine', '')
      }
      return copy
    })
    ownRows?.replaceChildren(...copies)
    ownTable.hidden = copies.length === 0
  }
  for (const family of root.querySelectorAll<HTMLElement>('[data-grid-family=""]'))
    family.hidden = family.querySelector('[data-fund]:not([hidden])') === null
}
