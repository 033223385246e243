/** Islands that are only decoration: their failure is not reported. */
const decorations = ['MoneyBag']

/** An island whose script does not load stays visible but does nothing; a sentence above the first of them says so. */
export function watchIslands(): void {
  const template = document.querySelector<HTMLTemplateElement>('#island-failure')
  const sentence = template?.content.firstElementChild
  if (!sentence) return
  sentence.querySelector('button')?.addEventListener('click', () => location.reload())

  document.addEventListener('astro:hydration-error', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    if (decorations.includes(target.getAttribute('component-export') ?? '')) return
    const isFirst = sentence.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING
    if (!sentence.isConnected || isFirst) target.before(sentence)
  })
}
