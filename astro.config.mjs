import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { bootScriptHash, layerOrderHash } from './site/chrome/inline-hashes.ts'
import { pageRenderer } from './site/renderer/adapter.ts'

/**
 * Modules that always come together are one file: what every page has, React, what every island has, and what a field
 * of the home page and of a fund's page has. Left to itself the bundler makes a file of each module that two entries
 * share, and thirty small files pack badly: 3 kB of script a page. A group takes along what its modules import, but
 * for what a group of higher priority has.
 */
const chunkGroups = [
  { name: 'page', test: /site[\\/]layouts[\\/]start-page\.ts$/, priority: 3 },
  { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 2 },
  {
    name: 'island',
    test: /site[\\/](?:lib[\\/]use-(?:query|atom)\.ts|ui[\\/]CrashGuard\.tsx)$/,
    priority: 1
  },
  { name: 'field', test: /site[\\/](?:ui[\\/](?:Field|Icon)\.tsx|stores[\\/]top-tickers\.ts)$/ }
]

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  output: 'static',
  trailingSlash: 'never',
  // The default, 'jsx', drops the space where a source line breaks before a tag.
  compressHTML: true,
  build: { format: 'file', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  adapter: pageRenderer(),
  integrations: [react()],
  vite: {
    // Compiled into the renderer, so that a built product needs none of the packages that only the build does. What is
    // compiled for a platform can't be.
    ssr: { noExternal: true, external: ['sharp'] },
    environments: {
      // The static pages are drawn where the build lies, from which no package may be in sight.
      prerender: { resolve: { noExternal: true, external: ['sharp'] } },
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } }
    }
  },
  security: {
    csp: {
      directives: [
        "default-src 'none'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'"
      ],
      scriptDirective: { hashes: [bootScriptHash] },
      styleDirective: { hashes: [layerOrderHash] }
    }
  }
})
