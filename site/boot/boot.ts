import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const source = readFileSync(new URL('./boot.js', import.meta.url), 'utf8')

/** For the content security policy: the hash of the one inline script we write ourselves. */
export const bootScriptHash = `sha256-${createHash('sha256').update(source).digest('base64')}` as const
