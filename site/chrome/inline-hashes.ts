import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Hashes of our own inline code for the content security policy; Astro adds those of everything else. */
export const bootScriptHash = hashOf('./boot.js')
export const layerOrderHash = hashOf('../styles/layers.css')

function hashOf(file: string): `sha256-${string}` {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}
