import type { SSRLoadedRendererValue, SSRResult } from 'astro'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'

/** Number of components that a page has rendered. */
const countOf = new WeakMap<SSRResult, number>()

/**
 * Replaces the server side of the React integration, which renders each component twice, first to detect whether it
 * is one, and through streams. All components here are React's, and none of them suspends.
 */
const renderer: SSRLoadedRendererValue = {
  check: async (Component) => typeof Component === 'function',
  renderToStaticMarkup: async function (this: { result: SSRResult }, Component, props, slots, metadata) {
    const isIsland = Boolean(metadata?.hydrate)
    const count = countOf.get(this.result) ?? 0
    countOf.set(this.result, count + 1)
    // Ids of one component must differ from those of the others on the page.
    const identifierPrefix = `r${count}`
    const children = Object.entries<string>(slots).map(([name, html]) => [
      name === 'default' ? 'children' : name,
      html.trim() === ''
        ? null
        : createElement(isIsland ? 'astro-slot' : 'astro-static-slot', {
            ...(name !== 'default' && { name }),
            dangerouslySetInnerHTML: { __html: html }
          })
    ])
    const element = createElement(Component as ComponentType<object>, {
      ...props,
      ...Object.fromEntries(children)
    })
    const render = isIsland ? renderToString : renderToStaticMarkup
    return { html: render(element, { identifierPrefix }), attrs: { prefix: identifierPrefix } }
  },
  supportsAstroStaticSlot: true
}

// biome-ignore lint/style/noDefaultExport: Astro imports a renderer like this
export default renderer
