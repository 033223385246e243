/**
 * Does to a page what the translation of Chrome does: replaces each text, also those that are added later, with <font>
 * elements, unless `translate="no"` or the class `notranslate` forbids it. Runs in a page, so it uses nothing around it.
 */
export function translatePage(): void {
  const untranslated = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'NOSCRIPT', 'CODE', 'OPTION', 'FONT'])

  const translateText = (text: Node) => {
    const parent = text.parentElement
    if (parent === null || !text.nodeValue?.trim() || untranslated.has(parent.tagName)) return
    if (parent.closest('[translate="no"], .notranslate')) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.textContent = text.nodeValue
    outer.append(inner)
    parent.replaceChild(outer, text)
  }
  const translateAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    texts.forEach(translateText)
  }

  translateAll(document.body)
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node.nodeType === Node.TEXT_NODE) translateText(node)
      else if (node.nodeName !== 'FONT') translateAll(node)
  }).observe(document.body, { childList: true, subtree: true })
}
