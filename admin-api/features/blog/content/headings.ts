import { slugOf } from '../../../contract/blog.ts'
import type { BlogPostPage } from '../../../contract/pages.ts'
import { countWords, toPlainText } from './plain-text.ts'

/** From here on a post is long enough to need a list of what is in it. */
const fewestHeadings = 3
const fewestWords = 600

/** Apart from every id of the pages themselves. */
const idStart = 'part-'

/**
 * Gives each h2 and h3 an id that follows from its text, so that a link to it holds as long as the text does, and
 * lists them where the post is long. `html` is what sanitiseContent made: its headings carry at most a class.
 */
export function markHeadings(html: string): Pick<BlogPostPage, 'contents'> & { content: string } {
  const headings: BlogPostPage['contents'] = []
  const used = new Set<string>()
  const content = html.replaceAll(
    /<h([23])((?: class="[^"]*")?)>(.*?)<\/h\1>/gs,
    (_, level: string, attributes: string, inner: string) => {
      const text = toPlainText(inner)
      const id = unusedId(slugOf(text), used)
      if (text !== '') headings.push({ id, text, level: level === '2' ? 2 : 3 })
      return `<h${level} id="${id}"${attributes}>${inner}</h${level}>`
    }
  )
  const isLong = headings.length >= fewestHeadings && countWords(html) >= fewestWords
  return { content, contents: isLong ? headings : [] }
}

function unusedId(slug: string, used: Set<string>): string {
  let id = idStart + (slug === '' ? 'x' : slug)
  for (let count = 2; used.has(id); count += 1) id = `${idStart}${slug === '' ? 'x' : slug}-${count}`
  used.add(id)
  return id
}
