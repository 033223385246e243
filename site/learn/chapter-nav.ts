/** A chapter counts as being read while it crosses this band, 22 % to 27 % below the top of the window. */
const readingBand = '-22% 0px -73% 0px'

/** Marks the chapter in view, and on phones folds the list into one line. The links work without it. */
export function startChapterNav(): void {
  const nav = document.querySelector<HTMLElement>('[data-chapter-nav]')
  const toggle = nav?.querySelector('button')
  if (!nav || !toggle) return

  followScroll(nav)

  const setOpen = (open: boolean) => {
    nav.toggleAttribute('data-open', open)
    toggle.setAttribute('aria-expanded', String(open))
  }
  toggle.addEventListener('click', () => setOpen(!nav.hasAttribute('data-open')))
  nav.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) setOpen(false)
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !nav.contains(target)) setOpen(false)
  })
  nav.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !nav.hasAttribute('data-open')) return
    setOpen(false)
    toggle.focus()
  })
  nav.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !nav.contains(relatedTarget)) setOpen(false)
  })
}

function followScroll(nav: HTMLElement): void {
  const now = nav.querySelector('[data-chapter-now]')
  const links = new Map([...nav.querySelectorAll('a')].map((link) => [link.hash.slice(1), link]))

  const observer = new IntersectionObserver(
    (entries) => {
      const entered = entries.find(({ isIntersecting }) => isIntersecting)
      const current = entered && links.get(entered.target.id)
      if (!current) return
      for (const link of links.values()) link.removeAttribute('aria-current')
      current.setAttribute('aria-current', 'location')
      if (now) now.textContent = current.textContent
    },
    { rootMargin: readingBand }
  )
  for (const chapter of document.querySelectorAll('[data-chapter]')) observer.observe(chapter)
}
