import hydrate from '@astrojs/react/client.js'
import { putBackTexts } from '../lib/translated-text.ts'

type Start = ReturnType<typeof hydrate>

/** Hydrates an island that the browser may have translated: its texts return first, or React would rebuild it. */
function hydrateTranslated(island: HTMLElement): Start {
  const start = hydrate(island)
  return (...parts) => {
    const isTranslated = putBackTexts(island)
    start(...parts)
    // React hydrates later by itself, when the texts would be translated again, but at once when this event arrives.
    if (isTranslated) island.firstElementChild?.dispatchEvent(new Event('auxclick', { bubbles: true }))
  }
}

// biome-ignore lint/style/noDefaultExport: Astro imports a renderer like this
export default hydrateTranslated
