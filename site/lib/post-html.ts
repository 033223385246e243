/*
 * Small changes to the HTML of a post on its way to a reader. It was made safe when it was written: attributes
 * stand in double quotes, and a '<' that opens no tag is an entity, so that tags can be found by their text.
 */

/** Wide tables and code scroll by themselves, also by the keyboard: each table gets a frame that takes the focus. */
export function withScrollFrames(html: string): string {
  let tables = 0
  return html
    .replaceAll('<table>', () => {
      tables += 1
      return `<div class="post-body__scroll" role="region" aria-label="Table ${tables}" tabindex="0"><table>`
    })
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
}

/** For places that are not our site: links and pictures carry the origin, fragments the address of the post. */
export function withWholeAddresses(html: string, siteUrl: string, postPath: string): string {
  return html.replaceAll(/<(?:a|img)\b[^>]*>/g, (tag) =>
    tag
      .replace(/(\s(?:href|src)=")(?=\/)/, `$1${siteUrl}`)
      .replace(/(\shref=")(?=#)/, `$1${siteUrl}${postPath}`)
  )
}

/** Whether the text begins with a letter in a plain paragraph of some lines: what an engraved initial needs. */
export function hasRoomForInitial(html: string): boolean {
  return /^\s*<p>\s*\p{L}(?:(?!<\/p>).){160}/su.test(html)
}
