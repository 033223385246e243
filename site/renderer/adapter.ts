import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: string | boolean
  }
}

/** Native code can't be compiled in. */
const compiledIn: { noExternal: true; external: string[] } = { noExternal: true, external: ['sharp'] }
const withPackages = {
  // Compiled into the renderer, so that a built product needs no package that only the build uses.
  ssr: compiledIn
}

const fileHere = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const reactRenderer = fileHere('./react-renderer.ts')
const reactClient = fileHere('./react-client.ts')
const clientSide = '@astrojs/react/client.js'

/** Replaces the client side of the React integration, except in its replacement. */
const replacedClient = {
  name: 'react-client',
  enforce: 'pre' as const,
  resolveId: (source: string, importer?: string) =>
    source === clientSide && importer !== reactClient ? reactClient : null
}

/**
 * Minimal Astro adapter: compiles all pages into server/entry.mjs of the build, which the
 * publisher imports to render a page model as HTML.
 */
export function pageRenderer(): AstroIntegration {
  const name = 'doubloon-page-renderer'
  return {
    name,
    hooks: {
      'astro:config:setup': ({ addClientDirective, command, updateConfig }) => {
        addClientDirective({ name: 'intent', entrypoint: './site/lib/client-intent.ts' })
        updateConfig({
          vite: {
            resolve: { alias: { '@astrojs/react/server.js': reactRenderer } },
            plugins: [replacedClient]
          }
        })
        // The development server loads packages from node_modules; it can't run CommonJS ones as modules.
        if (command === 'build') updateConfig({ vite: withPackages })
      },
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
