import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { bootScriptHash, layerOrderHash } from './site/boot/inline-hashes.ts'
import { pageRenderer } from './site/renderer/adapter.ts'

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
