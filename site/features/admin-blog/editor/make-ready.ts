let isReady = false

/** Prepares the page for Editor.js; call it before the editor is imported. */
export function makeReady(): void {
  if (isReady) return
  isReady = true
  adoptStyles()
  bindAtOnce()
}

/**
 * Editor.js and its tools put <style> elements into the head when they load, which the policy of this site forbids.
 * What they would put there becomes a sheet of the document instead, as a policy allows to a script that it trusts,
 * in a cascade layer below our own: so our styles win without a fight.
 */
function adoptStyles(): void {
  const { head } = document
  const { appendChild, prepend } = head
  head.appendChild = <Added extends Node>(node: Added): Added =>
    node instanceof HTMLStyleElement ? adopt(node) : appendChild.call<Node, [Added], Added>(head, node)
  head.prepend = (...nodes) => {
    prepend.apply(
      head,
      nodes.filter((node) => !(node instanceof HTMLStyleElement) || adopt(node) === null)
    )
  }
}

const adopted = new Set<string>()

function adopt<Style extends HTMLStyleElement>(style: Style): Style {
  const css = style.textContent
  if (adopted.has(css)) return style
  adopted.add(css)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`@layer components.editorjs { ${css} }`)
  document.adoptedStyleSheets.push(sheet)
  return style
}

/**
 * Editor.js listens to the keys of a new block only once the browser is idle: Enter pressed before that is a line
 * break in the block and no new one. Listening costs next to nothing, and nothing else on this page waits for idle time.
 */
function bindAtOnce(): void {
  window.requestIdleCallback = (task) => {
    setTimeout(() => task({ didTimeout: false, timeRemaining: () => 0 }))
    return 0
  }
}
