import { holdsWords, wordsOf } from '../search/words.ts'

type Line = { element: HTMLElement; symbol: string; words: string[] }
type Group = { element: HTMLElement; lines: Line[] }

/** Parts of the list of all funds, as in FundDirectory.astro. */
type Directory = {
  field: HTMLInputElement
  status: Element
  all: HTMLDetailsElement
  featured: HTMLElement
  groups: Group[]
}

/** Narrows the home page's list of funds to those with every typed word: ticker, name, issuer, frequency or underlying. */
export function startFundFilter(): void {
  const root = document.querySelector<HTMLElement>('[data-fund-directory]')
  const directory = root && readDirectory(root)
  if (!directory) return
  const { field, groups } = directory
  field.addEventListener('input', () => narrow(directory))
  // Nicknames and names of underlyings are only in the index of the search fields.
  field.addEventListener(
    'focus',
    async () => {
      const { loadFundIndex } = await import('../search/find-funds.ts')
      const funds = new Map((await loadFundIndex()).map((fund) => [fund.symbol, fund]))
      for (const { symbol, words } of groups.flatMap(({ lines }) => lines)) {
        const fund = funds.get(symbol)
        if (fund === undefined) continue
        const { underlying, nicknames, formerSymbols } = fund
        words.push(
          ...formerSymbols,
          ...wordsOf(`${underlying?.ticker ?? ''} ${underlying?.name ?? ''} ${nicknames}`)
        )
      }
      narrow(directory)
    },
    { once: true }
  )
  // Browsers may restore the text when the visitor comes back.
  narrow(directory)
}

function readDirectory(root: HTMLElement): Directory | null {
  const field = root.querySelector<HTMLInputElement>('[data-fund-filter]')
  const status = root.querySelector('[data-fund-count]')
  const all = root.querySelector<HTMLDetailsElement>('[data-fund-all]')
  const featured = root.querySelector<HTMLElement>('[data-fund-featured]')
  if (!field || !status || !all || !featured) return null
  const groups = [...all.querySelectorAll<HTMLElement>('section')].map((element): Group => {
    const issuer = element.querySelector('h3')?.textContent ?? ''
    return { element, lines: [...element.querySelectorAll('li')].map((line) => readLine(line, issuer)) }
  })
  return { field, status, all, featured, groups }
}

function readLine(element: HTMLElement, issuer: string): Line {
  const symbol = element.querySelector('.fund-list__symbol')?.textContent ?? ''
  return { element, symbol, words: wordsOf(`${issuer} ${element.textContent}`) }
}

function narrow({ field, status, all, featured, groups }: Directory): void {
  const typed = field.value.trim()
  const words = wordsOf(typed)
  if (typed !== '') all.open = true
  featured.hidden = typed !== ''
  let left = 0
  for (const { element, lines } of groups) {
    const shown = lines.filter((line) => holdsWords(line.words, words))
    for (const line of lines) line.element.hidden = !shown.includes(line)
    element.hidden = shown.length === 0
    left += shown.length
  }
  const total = groups.reduce((sum, { lines }) => sum + lines.length, 0)
  status.textContent = typed === '' ? '' : left === 0 ? 'No fund matches.' : `${left} of ${total} funds`
}
