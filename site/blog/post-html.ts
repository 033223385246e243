import { DomUtils, ElementType, parseDocument } from 'htmlparser2'

/**
 * Adjustments of a post's HTML for display. It was sanitized when it was written; entities and empty attributes
 * stay as they are.
 */
const asWritten = { decodeEntities: false, encodeEntities: false, emptyAttrs: true } as const

/** Wide tables and code scroll on their own, with the keyboard, too: each table gets a focusable frame. */
export function withScrollFrames(html: string): string {
  const document = parseDocument(html, asWritten)
  for (const [i, table] of DomUtils.getElementsByTagName('table', document).entries()) {
    const frame = table.cloneNode()
    frame.name = 'div'
    frame.attribs = {
      class: 'post-body__scroll',
      role: 'region',
      'aria-label': `Table ${i + 1}`,
      tabindex: '0'
    }
    DomUtils.replaceElement(table, frame)
    DomUtils.appendChild(frame, table)
  }
  for (const code of DomUtils.getElementsByTagName('pre', document)) code.attribs['tabindex'] = '0'
  return DomUtils.getOuterHTML(document, asWritten)
}

/** For display elsewhere: links and pictures get the origin, fragments the post's URL. */
export function withAbsoluteUrls(html: string, siteUrl: string, postPath: string): string {
  const document = parseDocument(html, asWritten)
  for (const { attribs } of DomUtils.getElementsByTagName((tag) => tag === 'a' || tag === 'img', document)) {
    for (const name of ['href', 'src']) {
      const address = attribs[name] ?? ''
      if (address.startsWith('/')) attribs[name] = siteUrl + address
      if (address.startsWith('#')) attribs[name] = siteUrl + postPath + address
    }
  }
  return DomUtils.getOuterHTML(document, asWritten)
}

const minLettersForInitial = 160

/** Whether the text starts with a letter in a paragraph long enough for a decorated initial. */
export function hasRoomForInitial(html: string): boolean {
  const first = parseDocument(html).firstChild
  if (first?.type !== ElementType.Tag || first.name !== 'p') return false
  const start = first.firstChild
  return (
    first.attributes.length === 0 &&
    start?.type === ElementType.Text &&
    /^\s*\p{L}/u.test(start.data) &&
    DomUtils.textContent(first).length > minLettersForInitial
  )
}
