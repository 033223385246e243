/**
 * Finds words of adjacent elements without a space between them ('MSTYWeekly'), which only styles separate, so that
 * screen readers and copied text join them. Runs in the page; the document may be a parsed one.
 */
export function findJoinedWords(root: Document): string[] {
  const inline = new Set(['A', 'ABBR', 'B', 'EM', 'I', 'SMALL', 'SPAN', 'STRONG', 'TIME'])
  const isPart = (node: Node) => node instanceof Element && inline.has(node.tagName)
  const isRead = (node: Node) => isPart(node) || node.nodeType === Node.TEXT_NODE
  return [...root.body.querySelectorAll('*')].flatMap((element) => {
    if (element.closest('[aria-hidden="true"], svg, script, style') !== null) return []
    const nodes = [...element.childNodes]
    return nodes.flatMap((node, index) => {
      const next = nodes[index + 1]
      if (next === undefined || !isRead(node) || !isRead(next) || !(isPart(node) || isPart(next))) return []
      if ([node, next].some((each) => each instanceof Element && each.ariaHidden === 'true')) return []
      const [before, after] = [node.textContent ?? '', next.textContent ?? '']
      const isJoined = /[\p{L}\d)%]$/u.test(before) && /^[\p{L}\d$(+]/u.test(after)
      return isJoined ? [`${before.slice(-30)}|${after.slice(0, 30)}`] : []
    })
  })
}
