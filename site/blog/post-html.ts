import { DomUtils, ElementType, parseDocument } from 'htmlparser2'

/*
 * Small changes to the HTML of a post on its way to a reader. It was made safe when it was written; entities and
 * empty attributes stay as they are, so that nothing else changes.
 */
const asWritten = { decodeEntities: false, encodeEntities: false, emptyAttrs: true } as const

/** Wide tables and code scroll by themselves, also by the keyboard: each table gets a frame that takes the focus. */
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

/** For places that are not our site: links and pictures carry the origin, fragments the address of the post. */
export function withWholeAddresses(html: string, siteUrl: string, postPath: string): string {
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

const fewestLettersForInitial = 160

/** Whether the text begins with a letter in a plain paragraph of some lines: what an engraved initial needs. */
export function hasRoomForInitial(html: string): boolean {
  const first = parseDocument(html).firstChild
  if (first?.type !== ElementType.Tag || first.name !== 'p') return false
  const start = first.firstChild
  return (
    first.attributes.length === 0 &&
    start?.type === ElementType.Text &&
    /^\s*\p{L}/u.test(start.data) &&
    DomUtils.textContent(first).length > fewestLettersForInitial
  )
}
