/**
 * Editor.js and its tools put <style> elements into the head when they load, which the policy of this site forbids.
 * What they would put there becomes a sheet of the document instead, as a policy allows to a script that it trusts,
 * in a cascade layer below our own: so our styles win without a fight. Call it before they are imported.
 */
export function adoptStyles(): void {
  if (isAdopting) return
  isAdopting = true
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

let isAdopting = false
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
