import type { AstroIntegration } from 'astro'

/**
 * Minimal Astro adapter: compiles pages with `prerender = false` into server/entry.mjs of the build, which the
 * publisher imports to render a page model as HTML.
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
