/** Narrows the list of all funds to those whose line holds every word typed: ticker, name, issuer or frequency. */
export function startFundFilter(): void {
  const directory = document.querySelector<HTMLElement>('.fund-directory')
  const field = directory?.querySelector<HTMLInputElement>('[data-fund-filter]')
  const status = directory?.querySelector('[data-fund-count]')
  if (!directory || !field || !status) return
  const groups = [...directory.querySelectorAll<HTMLElement>('.fund-directory__group')].map((group) => ({
    group,
    issuer: textOf(group.querySelector('h3')),
    lines: [...group.querySelectorAll('li')].map((line) => ({ line, text: textOf(line) }))
  }))
  const total = groups.reduce((sum, { lines }) => sum + lines.length, 0)

  const narrow = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    let left = 0
    for (const { group, issuer, lines } of groups) {
      let leftHere = 0
      for (const { line, text } of lines) {
        line.hidden = !words.every((word) => text.includes(word) || issuer.includes(word))
        if (!line.hidden) leftHere += 1
      }
      group.hidden = leftHere === 0
      left += leftHere
    }
    status.textContent = words.length === 0 ? '' : left === 0 ? 'No fund fits.' : `${left} of ${total} funds`
  }
  field.addEventListener('input', narrow)
  // A browser that comes back to the page may bring what was typed.
  narrow()
}

function textOf(element: Element | null): string {
  return element?.textContent?.toLowerCase() ?? ''
}
