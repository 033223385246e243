import { holdsWords, wordsOf } from '../search/words.ts'

/** Narrows the list of all funds to lines that contain every typed word: ticker, name, issuer, frequency or underlying. */
export function startFundFilter(): void {
  const directory = document.querySelector<HTMLElement>('.fund-directory')
  const field = directory?.querySelector<HTMLInputElement>('[data-fund-filter]')
  const status = directory?.querySelector('[data-fund-count]')
  const all = directory?.querySelector<HTMLDetailsElement>('[data-fund-all]')
  const featured = directory?.querySelector<HTMLElement>('[data-fund-featured]')
  if (!directory || !field || !status || !all || !featured) return
  const groups = [...directory.querySelectorAll<HTMLElement>('.fund-directory__group')].map((group) => ({
    group,
    lines: [...group.querySelectorAll('li')].map((line) => ({
      line,
      symbol: textOf(line.querySelector('.fund-list__symbol')),
      words: wordsOf(`${textOf(group.querySelector('h3'))} ${textOf(line)}`)
    }))
  }))
  const total = groups.reduce((sum, { lines }) => sum + lines.length, 0)

  const narrow = () => {
    const typed = field.value.trim()
    const words = wordsOf(typed)
    if (typed !== '') all.open = true
    featured.hidden = typed !== ''
    let left = 0
    for (const { group, lines } of groups) {
      let leftHere = 0
      for (const { line, words: known } of lines) {
        line.hidden = !holdsWords(known, words)
        if (!line.hidden) leftHere += 1
      }
      group.hidden = leftHere === 0
      left += leftHere
    }
    status.textContent = typed === '' ? '' : left === 0 ? 'No fund matches.' : `${left} of ${total} funds`
  }
  field.addEventListener('input', narrow)
  // Nicknames and names of underlyings are only in the index of the search fields.
  field.addEventListener(
    'focus',
    async () => {
      const { loadFundIndex } = await import('../search/find-funds.ts')
      const indexed = new Map((await loadFundIndex()).map((fund) => [fund.symbol, fund]))
      for (const line of groups.flatMap(({ lines }) => lines)) {
        const { underlying, nicknames = '' } = indexed.get(line.symbol) ?? {}
        line.words.push(...wordsOf(`${underlying?.ticker ?? ''} ${underlying?.name ?? ''} ${nicknames}`))
      }
      narrow()
    },
    { once: true }
  )
  // Browsers may restore the text when the visitor comes back.
  narrow()
}

function textOf(element: Element | null): string {
  return element?.textContent ?? ''
}
