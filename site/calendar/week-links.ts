/** On phones, where CSS shows one week at a time (calendar-week.css), marks that week's link. */
export function startWeekLinks(): void {
  const root = document.querySelector('[data-calendar]')
  const links = [...(root?.querySelectorAll<HTMLAnchorElement>('[data-week-link]') ?? [])]
  const phone = matchMedia('(max-width: 47.99rem)')
  const current = root?.querySelector('[data-current]')
  const mark = () => {
    const isNamed = links.some(({ hash }) => hash === location.hash)
    const shown = isNamed ? location.hash : `#${current?.id}`
    for (const link of links) {
      if (phone.matches && link.hash === shown) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
  mark()
  addEventListener('hashchange', mark)
  phone.addEventListener('change', mark)
}
