import { Parser } from 'htmlparser2'
import { inlineTags } from '../../contract/blog-markup.ts'

const wordsAMinute = 220
/** Words go on across these; every other tag parts them, a line break too. */
const tagsWithinWords = new Set<string>(inlineTags.filter((tag) => tag !== 'br'))

/** The text of HTML that sanitiseContent made, with one space between words. */
export function toPlainText(html: string): string {
  const pieces: string[] = []
  const partWords = (tag: string) => {
    if (!tagsWithinWords.has(tag)) pieces.push(' ')
  }
  const parser = new Parser({
    onopentagname: partWords,
    onclosetag: partWords,
    ontext: (piece) => pieces.push(piece)
  })
  parser.end(html)
  return pieces.join('').replaceAll(/\s+/g, ' ').trim()
}

export function countWords(html: string): number {
  return toPlainText(html).match(/\S+/g)?.length ?? 0
}

/** Whole minutes at 220 words a minute, at least one. */
export function readingMinutes(html: string): number {
  return Math.max(1, Math.round(countWords(html) / wordsAMinute))
}

/** Whether there is no text and no picture. */
export function isBlank(html: string): boolean {
  return toPlainText(html) === '' && !html.includes('<img ')
}
