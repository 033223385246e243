import type { AstroIntegration } from 'astro'

/**
 * The smallest Astro adapter: pages with `prerender = false` are compiled into server/entry.mjs of the build,
 * which the publisher imports to turn one page model into one HTML string.
 */
export function pageRenderer(): AstroIntegration {
  const name = 'doubloon-page-renderer'
  return {
    name,
    hooks: {
      'astro:config:done': ({ setAdapter }) => {
        setAdapter({
          name,
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('./entry.ts', import.meta.url),
          supportedAstroFeatures: {
            staticOutput: 'stable',
            hybridOutput: 'stable',
            serverOutput: 'stable',
            sharpImageService: 'stable'
          }
        })
      }
    }
  }
}
