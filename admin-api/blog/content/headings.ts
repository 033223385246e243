import { DomUtils, parseDocument } from 'htmlparser2'
import { slugOf } from '../../contract/blog.ts'
import type { BlogPostPage } from '../../contract/pages.ts'
import { countWords, toPlainText } from './plain-text.ts'

/** From here on a post is long enough for a table of contents. */
const fewestHeadings = 3
const fewestWords = 600

/** Keeps the ids of headings apart from all others of the page. */
const idStart = 'part-'

/** Entities and empty attributes stay as they were written, so that nothing but the ids changes. */
const asWritten = { decodeEntities: false, encodeEntities: false, emptyAttrs: true } as const

/**
 * Gives each h2 and h3 an id that follows from its text, so that a link to it holds as long as the text does, and
 * lists them where the post is long. `html` is what sanitiseContent made, which leaves no id in it.
 */
export function markHeadings(html: string): Pick<BlogPostPage, 'contents'> & { content: string } {
  const document = parseDocument(html, asWritten)
  const headings: BlogPostPage['contents'] = []
  const chooseId = createIdChooser()
  for (const heading of DomUtils.getElementsByTagName((tag) => tag === 'h2' || tag === 'h3', document)) {
    const text = toPlainText(DomUtils.getInnerHTML(heading, asWritten))
    const id = chooseId(text)
    heading.attribs = { id, ...heading.attribs }
    if (text !== '') headings.push({ id, text, level: heading.name === 'h2' ? 2 : 3 })
  }
  const isLong = headings.length >= fewestHeadings && countWords(html) >= fewestWords
  return { content: DomUtils.getOuterHTML(document, asWritten), contents: isLong ? headings : [] }
}

/** Equal texts are counted: part-fees, part-fees-2 ... Each count goes on where it was, so that many equal ones take no longer. */
function createIdChooser(): (text: string) => string {
  const used = new Set<string>()
  const counts = new Map<string, number>()
  return (text) => {
    const slug = slugOf(text)
    const start = idStart + (slug === '' ? 'x' : slug)
    let count = counts.get(start) ?? 0
    let id: string
    do {
      count += 1
      id = count === 1 ? start : `${start}-${count}`
    } while (used.has(id))
    counts.set(start, count)
    used.add(id)
    return id
  }
}
