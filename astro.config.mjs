import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { contractVersion } from './admin-api/platform/http/response-headers.ts'
import { pageRenderer } from './site/renderer/adapter.ts'
import { writeFallbackFonts } from './site/styles/fallback-fonts.ts'
import { writeScaleClasses } from './site/styles/scale-classes.ts'

/**
 * Modules that are always loaded together are one file: those of every page, React, those of every island, and those
 * of a field on the home page and fund pages. By default the bundler makes a file of each module that two entries
 * share, and thirty small files compress badly: 3 kB of script per page. A group includes the imports of its modules,
 * except those in a group of higher priority.
 */
const chunkGroups = [
  { name: 'page', test: siteFiles('chrome/start-page.ts'), priority: 3 },
  {
    name: 'react',
    test: /node_modules[\\/](?:react|react-dom|scheduler|@astrojs[\\/]react)[\\/]/,
    priority: 2
  },
  {
    name: 'island',
    test: siteFiles('lib/use-query.ts ui/CrashGuard.tsx ui/FailureNotice.tsx ui/ShipsWheel.tsx'),
    priority: 1
  },
  // Without React: the home page writes its live figures before any island is loaded.
  { name: 'format', test: siteFiles('lib/format.ts lib/query-param.ts portfolio/my-funds.ts'), priority: 1 },
  { name: 'table', test: siteFiles('ui/Table.tsx ui/table-columns.ts calendar/calendar-choice.ts') },
  { name: 'field', test: siteFiles('ui/Field.tsx ui/Icon.tsx lib/symbol-from.ts') },
  // Popular searches are requested before any island is loaded.
  { name: 'calls', test: siteFiles('lib/call.ts lib/query.ts search/top-tickers.ts'), priority: 2 }
]

/**
 * Style sheets that browsers cache: one for every page, and one for the home page and fund pages. Styles of other pages
 * are small and inline. By default each page would contain all of its style, 60 kB.
 */
const styleGroups = [
  {
    name: 'site',
    test: siteFiles(
      'styles/tokens.css styles/fonts.css styles/reset.css styles/base.css styles/layout.css styles/card.css',
      'styles/ledger.css ui/table.css ui/table-phones.css styles/controls.css styles/utilities.css chrome/page.css',
      'chrome/site-header.css chrome/site-footer.css chrome/floating-menu.css',
      'chrome/page-head.css chrome/wordmark.css chrome/moved-page.css search/header-search.css ui/combobox.css',
      'ui/crash.css ui/disclosure.css ui/fold-arrow.css ui/legend.css calendar/subscribe-links.css funds/fund-list.css'
    )
  },
  { name: 'fund', test: /site[\\/](?:fund|accuracy|search|ui[\\/]chart)[\\/].*\.css$/ }
]
const grouped = { build: { rolldownOptions: { output: { codeSplitting: { groups: styleGroups } } } } }

/** Pages link these style sheets already, so islands don't bring the same style again. */
const emptyModule = '\0empty'
const noStyleTwice = {
  name: 'no-style-twice',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (source, importer) => {
    const file = importer !== undefined && source.endsWith('.css') && join(dirname(importer), source)
    return file && styleGroups.some(({ test }) => test.test(file)) ? emptyModule : null
  },
  load: (id) => (id === emptyModule ? '' : null)
}

const writtenStyles = {
  name: 'written-styles',
  enforce: 'pre',
  transform: (code, id) => {
    if (id.endsWith('/site/styles/fonts.css')) return code + writeFallbackFonts()
    return id.endsWith('/site/styles/layout.css') ? code + writeScaleClasses() : null
  }
}

/** Matches these files. @throws if one is gone: it would add bytes to pages, and nothing else would show it */
function siteFiles(...lists) {
  const paths = lists.join(' ').split(' ')
  const lost = paths.filter((path) => !existsSync(join(import.meta.dirname, 'site', path)))
  if (lost.length > 0) throw new Error(`a chunk or style group needs files of site/, got ${lost.join(', ')}`)
  const names = paths.map((path) => path.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]'))
  return new RegExp(`site[\\\\/](?:${names.join('|')})$`)
}

/** For the content security policy: a hash of our own inline code. Astro adds those of everything else. */
function hashOf(file) {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8')
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  output: 'server',
  trailingSlash: 'never',
  // The default 'jsx' removes the space when a source line breaks before a tag.
  compressHTML: true,
  build: { format: 'file', inlineStylesheets: 'auto' },
  devToolbar: { enabled: false },
  adapter: pageRenderer(),
  integrations: [react()],
  // Nothing is highlighted, and the default warns of its inline styles.
  markdown: { syntaxHighlight: false },
  vite: {
    plugins: [noStyleTwice, writtenStyles],
    // A classic worker can't load its parsers on demand.
    worker: { format: 'es' },
    build: {
      // The post editor is loaded on demand.
      chunkSizeWarningLimit: 1000,
      assetsInlineLimit: (file) =>
        file.endsWith('.css') ? styleGroups.every(({ name }) => !file.includes(`/${name}.`)) : undefined
    },
    define: { 'import.meta.env.CONTRACT_VERSION': JSON.stringify(contractVersion) },
    environments: {
      client: {
        build: {
          rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } }
        }
      },
      ssr: grouped
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
      scriptDirective: { hashes: [hashOf('site/chrome/boot.js')] },
      styleDirective: { hashes: [hashOf('site/styles/layers.css')] }
    }
  }
})
