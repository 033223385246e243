/** Of HTML that sanitiseContent made: a '<' begins a tag, and only these names stand for characters. */

const wordsAMinute = 220
const characterOf: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }

/** The text alone; tags become spaces where they part words. */
export function toPlainText(html: string): string {
  return html
    .replaceAll(/<\/?(?:b|strong|i|em|u|a|code|span|cite)(?: [^>]*)?>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|amp);/g, (_, name: string) => characterOf[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

export function countWords(html: string): number {
  return toPlainText(html).match(/\S+/g)?.length ?? 0
}

/** Whole minutes at 220 words a minute, at least one. */
export function readingMinutes(html: string): number {
  return Math.max(1, Math.round(countWords(html) / wordsAMinute))
}

/** Nothing to read and nothing to see. */
export function isBlank(html: string): boolean {
  return toPlainText(html) === '' && !html.includes('<img ')
}
