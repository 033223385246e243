/*
 * Keeps React working on a translated page. The translation of Chrome and Edge replaces each text node with a <font>
 * element. React keeps the node: it would update text that nobody sees, fail to remove it, and rebuild an island that was
 * translated before it was hydrated (https://github.com/facebook/react/issues/11538). So a text returns to its place
 * before React changes the document around it, and the browser translates it again.
 */

/** Elements that show the translation of a text, by the text. */
const shownFor = new WeakMap<Node, Element>()
const textOf = new WeakMap<Element, Node>()

/** Starts to follow the translation of the page. */
export function followTranslation(): void {
  const observer = new MutationObserver((changes) => {
    for (const change of changes) {
      if (change.type === 'characterData') putBack(change.target)
      else for (const text of change.removedNodes) if (isText(text)) follow(text, change)
    }
  })

  /** Remembers what replaced a text: added in its place, or next to it if the text was removed afterwards. */
  function follow(text: Node, { target, addedNodes, previousSibling, nextSibling }: MutationRecord): void {
    const shown = [...addedNodes, previousSibling, nextSibling].find(isTranslation)
    if (shown === undefined || text.parentNode !== null) return
    shownFor.set(text, shown)
    textOf.set(shown, text)
    observer.observe(text, { characterData: true })
    putBackBeforeChanges(target)
  }

  // Changes of a text that was just removed are reported as well.
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
}

/** Puts the texts of an element back in their places, as rendered. @returns whether any was translated */
export function putBackTexts(element: Element): boolean {
  const translated = [...element.querySelectorAll('font')].flatMap((shown) => textOf.get(shown) ?? [])
  translated.forEach(putBack)
  return translated.length > 0
}

function putBack(text: Node): void {
  const shown = shownFor.get(text)
  if (shown === undefined) return
  shownFor.delete(text)
  textOf.delete(shown)
  shown.parentNode?.replaceChild(text, shown)
}

const watched = new WeakSet<Node>()

/** Before one of its children is moved or removed, or another one inserted in front of it, its text is put back. */
function putBackBeforeChanges(parent: Node): void {
  if (watched.has(parent)) return
  watched.add(parent)
  for (const name of ['appendChild', 'insertBefore', 'removeChild'] as const) {
    const change = parent[name]
    Object.assign(parent, {
      [name]: (...nodes: (Node | null)[]) => {
        for (const node of nodes) if (node !== null) putBack(node)
        return Reflect.apply(change, parent, nodes)
      }
    })
  }
}

function isText(node: Node): boolean {
  return node.nodeType === Node.TEXT_NODE
}

/** A translation that belongs to no text yet. */
function isTranslation(node: Node | null | undefined): node is Element {
  return node instanceof Element && node.localName === 'font' && !textOf.has(node)
}
