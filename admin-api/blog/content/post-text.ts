import { DomUtils, Parser, parseDocument } from 'htmlparser2'
import { slugOf } from '../../contract/blog.ts'
import { inlineTags } from '../../contract/blog-markup.ts'

/** Minimum number of headings for a table of contents. */
const minHeadings = 3
const minWords = 600

/** Prefix that keeps heading ids apart from all others on the page. */
const idStart = 'part-'

/** Keeps entities and empty attributes as written, so that only ids change. */
const asWritten = { decodeEntities: false, encodeEntities: false, emptyAttrs: true } as const

/**
 * Gives each h2 and h3 an id made from its text, so that links survive edits elsewhere, and lists the headings of
 * long posts. `html` is the output of sanitizeContent, which removes all ids.
 */
export function markHeadings(html: string) {
  const document = parseDocument(html, asWritten)
  const headings: { id: string; text: string; level: 2 | 3 }[] = []
  const chooseId = createIdChooser()
  for (const heading of DomUtils.getElementsByTagName((tag) => tag === 'h2' || tag === 'h3', document)) {
    const text = toPlainText(DomUtils.getInnerHTML(heading, asWritten))
    const id = chooseId(text)
    heading.attribs = { id, ...heading.attribs }
    if (text !== '') headings.push({ id, text, level: heading.name === 'h2' ? 2 : 3 })
  }
  const isLong = headings.length >= minHeadings && countWords(html) >= minWords
  return { content: DomUtils.getOuterHTML(document, asWritten), contents: isLong ? headings : [] }
}

/** Numbers equal texts: part-fees, part-fees-2 ... Counting continues per text, so many equal headings stay fast. */
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

const wordsAMinute = 220
/** Tags inside words; every other tag separates words, br included. */
const tagsWithinWords = new Set<string>(inlineTags.filter((tag) => tag !== 'br'))

/** Text of sanitized HTML with one space between words. */
export function toPlainText(html: string): string {
  const pieces: string[] = []
  const separateWords = (tag: string) => {
    if (!tagsWithinWords.has(tag)) pieces.push(' ')
  }
  const parser = new Parser({
    onopentagname: separateWords,
    onclosetag: separateWords,
    ontext: (piece) => pieces.push(piece)
  })
  parser.end(html)
  return pieces.join('').replaceAll(/\s+/g, ' ').trim()
}

export function countWords(html: string): number {
  return toPlainText(html).match(/\S+/g)?.length ?? 0
}

/** Whole minutes at 220 words per minute, at least one. */
export function readingMinutes(html: string): number {
  return Math.max(1, Math.round(countWords(html) / wordsAMinute))
}

/** Whether there is neither text nor a picture. */
export function isBlank(html: string): boolean {
  return toPlainText(html) === '' && !html.includes('<img ')
}
