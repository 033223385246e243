import type { PostSummary } from '../../admin-api/contract/blog.ts'
import { postFacts } from './post-facts.ts'

/** Fills a copy of the empty card with a post; null when the page has no such card. */
export function writeCard(template: HTMLTemplateElement, post: PostSummary): HTMLElement | null {
  const item = document.importNode(template.content, true).querySelector('li')
  const card = item?.querySelector<HTMLElement>('article')
  const day = item?.querySelector<HTMLTimeElement>('[data-fact="day"]')
  const link = item?.querySelector<HTMLAnchorElement>('[data-fact="title"]')
  const reading = item?.querySelector('[data-fact="reading"]')
  const excerpt = item?.querySelector('[data-fact="excerpt"]')
  if (!item || !card || !day || !link || !reading || !excerpt) return null

  const facts = postFacts(post)
  card.dataset['post'] = String(post.id)
  day.dateTime = facts.day
  day.textContent = facts.dayText
  link.href = facts.href
  link.textContent = facts.title
  reading.textContent = facts.reading
  excerpt.textContent = facts.excerpt
  return item
}
