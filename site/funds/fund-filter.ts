import { holdsWords } from './holds-words.ts'

/** Narrows the list of all funds to lines that contain every typed word: ticker, name, issuer or frequency. */
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
      text: `${textOf(group.querySelector('h3'))} ${textOf(line)}`
    }))
  }))
  const total = groups.reduce((sum, { lines }) => sum + lines.length, 0)

  const narrow = () => {
    const typed = field.value.trim()
    if (typed !== '') all.open = true
    featured.hidden = typed !== ''
    let left = 0
    for (const { group, lines } of groups) {
      let leftHere = 0
      for (const { line, text } of lines) {
        line.hidden = !holdsWords(text, typed)
        if (!line.hidden) leftHere += 1
      }
      group.hidden = leftHere === 0
      left += leftHere
    }
    status.textContent = typed === '' ? '' : left === 0 ? 'No fund fits.' : `${left} of ${total} funds`
  }
  field.addEventListener('input', narrow)
  // Browsers may restore the text when the visitor comes back.
  narrow()
}

function textOf(element: Element | null): string {
  return element?.textContent?.toLowerCase() ?? ''
}
