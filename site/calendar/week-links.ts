/**
 * Starts each week at its first day, highlights the visible day, and scrolls to days without moving the page. This is
 * for phones and tablets, where calendar-week.css shows one week at a time as a strip of days.
 */
export function startWeekLinks(): void {
  const root = document.querySelector('[data-calendar]')
  if (root === null) return
  const weeks = [...root.querySelectorAll<HTMLElement>('.calendar-week')]
  const strips = weeks.flatMap((week) => {
    const days = week.querySelector<HTMLElement>('[data-days]')
    return days === null
      ? []
      : { days, links: [...week.querySelectorAll<HTMLAnchorElement>('[data-day-link]')] }
  })
  // Positions are measured from the strip, so that they also hold while it is scrolled.
  const leftOf = (days: HTMLElement, day: HTMLElement) => day.offsetLeft - days.offsetLeft

  for (const { days, links } of strips) {
    const dayOf = ({ hash }: HTMLAnchorElement) => days.querySelector<HTMLElement>(hash)
    days.addEventListener('scroll', () => {
      const distance = (link: HTMLAnchorElement) => {
        const day = dayOf(link)
        return day === null ? Number.POSITIVE_INFINITY : Math.abs(leftOf(days, day) - days.scrollLeft)
      }
      const nearest = links.reduce((a, b) => (distance(b) < distance(a) ? b : a))
      for (const link of links) {
        if (link === nearest) link.setAttribute('aria-current', 'true')
        else link.removeAttribute('aria-current')
      }
    })
    for (const link of links) {
      link.addEventListener('click', (event) => {
        const day = dayOf(link)
        if (day === null) return
        event.preventDefault()
        days.scrollTo({ left: leftOf(days, day), behavior: 'smooth' })
      })
    }
  }
  const begin = () => {
    for (const { days } of strips) {
      const first = days.querySelector<HTMLElement>('[data-first]')
      if (first !== null && days.scrollLeft === 0) days.scrollTo({ left: leftOf(days, first) })
    }
  }
  begin()
  // A week that was hidden couldn't be scrolled.
  addEventListener('hashchange', begin)
  matchMedia('(width < 64rem)').addEventListener('change', begin)
}
