import { postsAPage, readPosts } from '../../admin-api/contract/blog.ts'
import { call } from '../lib/call.ts'
import { logFailure } from '../lib/log.ts'
import { addAnswer, hasMore, initialPosts, nextPage } from './loaded-posts.ts'
import { writeCard } from './post-card.ts'

type Parts = {
  list: HTMLElement
  more: HTMLElement
  status: HTMLElement
  failure: HTMLElement
  blankCard: HTMLTemplateElement
  blankPlaceholder: HTMLTemplateElement
  /** Posts that were published when the page was drawn. */
  total: number
}

const placeholderCards = 3

/** Lets the link to the archive load older posts into this list. A page without that link has nothing to load. */
export function startLoadMore(): void {
  const parts = findParts()
  if (parts === null) return
  const { list, more, status, failure, blankCard, blankPlaceholder, total } = parts
  const cards = [...list.querySelectorAll<HTMLElement>('[data-post]')]
  let loaded = initialPosts(
    cards.map((card) => Number(card.dataset['post'])),
    total
  )
  let isLoading = false

  more.addEventListener('click', (event) => {
    // With a modifier key the link opens the archive in a tab of its own.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!isLoading) void loadMore()
  })

  async function loadMore(): Promise<void> {
    isLoading = true
    failure.hidden = true
    more.setAttribute('aria-disabled', 'true')
    more.textContent = 'Fetching older posts …'
    const placeholders = drawPlaceholders(blankPlaceholder, total - loaded.ids.size)
    list.append(...placeholders)
    const answer = await call(readPosts, { page: nextPage(loaded), limit: postsAPage })
    for (const placeholder of placeholders) placeholder.remove()
    more.removeAttribute('aria-disabled')
    isLoading = false

    if (!answer.ok) {
      logFailure('Failed to fetch posts', answer.message)
      failure.textContent = `The older posts did not come aboard. ${answer.message}`
      failure.hidden = false
      more.textContent = 'Try Again'
      return
    }
    const added = addAnswer(loaded, answer.value)
    loaded = added.loaded
    more.textContent = 'Load More'
    more.hidden = !hasMore(loaded)
    const items = added.fresh.flatMap((post) => writeCard(blankCard, post) ?? [])
    list.append(...items)
    // The link may be hidden now, so the focus moves to the first new post.
    const next = items[0] ?? (more.hidden ? list.lastElementChild : null)
    next?.querySelector('a')?.focus()
    const count = `${items.length} more ${items.length === 1 ? 'post' : 'posts'}`
    status.textContent = `${count}, ${loaded.ids.size} in all.${more.hidden ? ' That is the whole log.' : ''}`
  }
}

function findParts(): Parts | null {
  const list = document.querySelector<HTMLElement>('[data-post-list]')
  const box = document.querySelector<HTMLElement>('[data-load-more]')
  const more = box?.querySelector<HTMLElement>('[data-more]')
  const status = box?.querySelector<HTMLElement>('[data-status]')
  const failure = box?.querySelector<HTMLElement>('[data-failure]')
  const blankCard = box?.querySelector<HTMLTemplateElement>('[data-card]')
  const blankPlaceholder = box?.querySelector<HTMLTemplateElement>('[data-placeholder]')
  if (!list || !box || !more || !status || !failure || !blankCard || !blankPlaceholder) return null
  return { list, more, status, failure, blankCard, blankPlaceholder, total: Number(box.dataset['total']) }
}

/** The first three are drawn; the others only reserve the height of the posts to come. */
function drawPlaceholders(template: HTMLTemplateElement, toCome: number): HTMLElement[] {
  const count = Math.max(placeholderCards, Math.min(toCome, postsAPage))
  return Array.from({ length: count }, (_, index) => {
    const item = document.importNode(template.content, true).querySelector('li')
    if (item !== null && index < placeholderCards) return item
    const room = document.createElement('li')
    room.className = 'post-list__item--room'
    room.ariaHidden = 'true'
    return room
  })
}
