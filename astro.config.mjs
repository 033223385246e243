import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { contractVersion } from './admin-api/platform/http/contract-version.ts'
import { bootScriptHash, layerOrderHash } from './site/chrome/inline-hashes.ts'
import { pageRenderer } from './site/renderer/adapter.ts'

/**
 * Modules that are always loaded together are one file: those of every page, React, those of every island, and those
 * of a field on the home page and fund pages. By default the bundler makes a file of each module that two entries
 * share, and thirty small files compress badly: 3 kB of script per page. A group includes the imports of its modules,
 * except those in a group of higher priority.
 */
const chunkGroups = [
  { name: 'page', test: /site[\\/]chrome[\\/]start-page\.ts$/, priority: 3 },
  {
    name: 'react',
    test: /node_modules[\\/](?:react|react-dom|scheduler|@astrojs[\\/]react)[\\/]/,
    priority: 2
  },
  {
    name: 'island',
    test: /site[\\/](?:lib[\\/](?:use-query|call)\.ts|ui[\\/]CrashGuard\.tsx)$/,
    priority: 1
  },
  {
    name: 'field',
    test: /site[\\/](?:ui[\\/](?:Field|Icon)\.tsx|search[\\/]top-tickers\.ts|lib[\\/]symbol-from\.ts)$/
  }
]

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  output: 'static',
  trailingSlash: 'never',
  // The default 'jsx' removes the space when a source line breaks before a tag.
  compressHTML: true,
  build: { format: 'file', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  adapter: pageRenderer(),
  integrations: [react()],
  // Nothing is highlighted, and the default warns of its inline styles.
  markdown: { syntaxHighlight: false },
  vite: {
    // ECharts and the post editor are loaded on demand.
    build: { chunkSizeWarningLimit: 1000 },
    define: { 'import.meta.env.CONTRACT_VERSION': JSON.stringify(contractVersion) },
    environments: {
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
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'"
      ],
      scriptDirective: { hashes: [bootScriptHash] },
      styleDirective: { hashes: [layerOrderHash] }
    }
  }
})
