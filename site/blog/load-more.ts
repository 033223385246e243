import { type PostSummary, postsAPage } from '../../admin-api/contract/blog.ts'
import { call } from '../lib/call.ts'
import { logFailure } from '../lib/log.ts'
import { addAnswer, hasMore, initialPosts, nextPage } from './loaded-posts.ts'
import { postFacts } from './post-facts.ts'

type Parts = {
  list: HTMLElement
  more: HTMLElement
  status: HTMLElement
  failure: HTMLElement
  blankCard: HTMLTemplateElement
  blankPlaceholder: HTMLTemplateElement
  /** Number of published posts when the page was rendered. */
  total: number
}

const placeholderCards = 3

/** Makes the archive link load older posts into this list. Pages without the link have no more posts. */
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
    // With a modifier key the link opens the archive in a new tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!isLoading) void loadMore()
  })

  async function loadMore(): Promise<void> {
    isLoading = true
    failure.hidden = true
    more.setAttribute('aria-disabled', 'true')
    more.textContent = 'Loading older posts…'
    const placeholders = renderPlaceholders(blankPlaceholder, total - loaded.ids.size)
    list.append(...placeholders)
    const answer = await call('GET /api/blog/posts', { page: nextPage(loaded), limit: postsAPage })
    for (const placeholder of placeholders) placeholder.remove()
    more.removeAttribute('aria-disabled')
    isLoading = false

    if (!answer.ok) {
      logFailure('Failed to fetch posts', answer.message)
      failure.textContent = `The older posts couldn’t be loaded. ${answer.message}`
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
    // The link may be hidden now, so focus the first new post.
    const next = items[0] ?? (more.hidden ? list.lastElementChild : null)
    next?.querySelector('a')?.focus()
    const count = `${items.length} more ${items.length === 1 ? 'post' : 'posts'}`
    status.textContent = `${count}, ${loaded.ids.size} in all.${more.hidden ? ' Those are all posts.' : ''}`
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

/** Placeholders reserve the height; the first three are visible. */
function renderPlaceholders(template: HTMLTemplateElement, remaining: number): HTMLElement[] {
  const count = Math.max(placeholderCards, Math.min(remaining, postsAPage))
  return Array.from({ length: count }, (_, index) => {
    const item = document.importNode(template.content, true).querySelector('li')
    if (item !== null && index < placeholderCards) return item
    const room = document.createElement('li')
    room.className = 'post-list__item--room'
    room.ariaHidden = 'true'
    return room
  })
}

/** Fills a copy of the empty card with a post; null if the page has no such card. */
function writeCard(template: HTMLTemplateElement, post: PostSummary): HTMLElement | null {
  const item = document.importNode(template.content, true).querySelector('li')
  item?.querySelector('article')?.setAttribute('data-post', String(post.id))
  const { day, dayText, href, title, reading, excerpt, picture } = postFacts(post)
  const properties = {
    day: { dateTime: day, textContent: dayText },
    title: { href, textContent: title },
    reading: { textContent: reading },
    excerpt: { textContent: excerpt },
    picture: { src: picture.path, alt: picture.alt }
  }
  for (const [fact, values] of Object.entries(properties))
    Object.assign(item?.querySelector(`[data-fact="${fact}"]`) ?? {}, values)
  return item
}
