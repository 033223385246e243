import { postsAPage } from '../../admin-api/contract/blog.ts'
import { logFailure } from '../lib/log.ts'

const timeoutMs = 15_000
const visiblePlaceholders = 3

/** Makes the archive link load older posts into this list, ten at a time. Each archive page links to the next one. */
export function startLoadMore(): void {
  const list = document.querySelector<HTMLElement>('[data-post-list]')
  const box = document.querySelector<HTMLElement>('[data-load-more]')
  const more = box?.querySelector('a')
  const status = box?.querySelector('[role="status"]')
  const failure = box?.querySelector<HTMLElement>('[role="alert"]')
  if (!list || !box || !more || !status || !failure) return
  const total = Number(box.dataset['total'])
  const shown = new Set(cardsIn(list).map(idOf))
  /** Older posts of a loaded archive page, which the next click shows. */
  const waiting: Element[] = []
  let olderPath: string | undefined = more.pathname
  let isLoading = false

  more.addEventListener('click', (event) => {
    // With a modifier key the link opens the archive in a new tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!isLoading) void loadMore(list, more, status, failure)
  })

  async function loadMore(list: HTMLElement, more: HTMLElement, status: Element, failure: HTMLElement) {
    isLoading = true
    failure.hidden = true
    more.setAttribute('aria-disabled', 'true')
    more.textContent = 'Loading older posts…'
    const placeholders = renderPlaceholders(total - shown.size)
    list.append(...placeholders)
    const error = await loadArchive().catch((error: unknown) => error)
    for (const placeholder of placeholders) placeholder.remove()
    more.removeAttribute('aria-disabled')
    isLoading = false

    if (error !== undefined) {
      logFailure('Failed to fetch posts', error)
      failure.hidden = false
      more.textContent = 'Try Again'
      return
    }
    const items = waiting.splice(0, postsAPage)
    for (const item of items) shown.add(idOf(item))
    list.append(...items)
    more.textContent = 'Load More'
    more.hidden = waiting.length === 0 && olderPath === undefined
    // The link may be hidden now, so focus the first new post.
    const next = items[0] ?? (more.hidden ? list.lastElementChild : null)
    next?.querySelector('a')?.focus()
    const count = `${items.length} more ${items.length === 1 ? 'post' : 'posts'}`
    status.textContent = `${count}, ${shown.size} in all.${more.hidden ? ' Those are all posts.' : ''}`
  }

  /** Loads archive pages until ten posts are waiting. The newest of them are on the front page, too. */
  async function loadArchive(): Promise<void> {
    while (olderPath !== undefined && waiting.length < postsAPage) {
      const response = await fetch(olderPath, { signal: AbortSignal.timeout(timeoutMs) })
      if (!response.ok) throw new Error(`${olderPath} answered ${response.status}`)
      const archive = new DOMParser().parseFromString(await response.text(), 'text/html')
      waiting.push(...cardsIn(archive).filter((card) => !shown.has(idOf(card))))
      olderPath = archive.querySelector<HTMLAnchorElement>('main a[rel="next"]')?.pathname
    }
  }
}

/** List items with a post, newest first. */
function cardsIn(root: ParentNode): Element[] {
  return [...root.querySelectorAll('li:has(> [data-post])')]
}

function idOf(card: Element): string | undefined {
  return card.querySelector<HTMLElement>('[data-post]')?.dataset['post']
}

/** Placeholders reserve the height; the first three are visible. */
function renderPlaceholders(remaining: number): HTMLElement[] {
  const count = Math.max(visiblePlaceholders, Math.min(remaining, postsAPage))
  return Array.from({ length: count }, (_, index) => {
    const room = document.createElement('li')
    room.className = `post-list__item--room ${index < visiblePlaceholders ? 'card' : ''}`
    room.ariaHidden = 'true'
    return room
  })
}
