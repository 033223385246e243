import { createHash } from 'node:crypto'

/**
 * Moves the content security policy of a rendered page from its response header into the head, before anything it
 * governs, because pages become plain files that any host may serve.
 */
export function withPolicyInHead(html: string, policy: string): string {
  // After the encoding, which browsers expect in the first 1024 bytes; a policy is longer.
  const kept = withoutUnusedHashes(policy, html).replaceAll('"', '&quot;')
  const meta = `<meta http-equiv="content-security-policy" content="${kept}">`
  return withIslandStyleInHead(html).replace(
    /<head[^>]*>(?:\s*<meta charset[^>]*>)?/,
    (start) => start + meta
  )
}

/** Allows the forms of a page to send to one more origin; null for none. */
export function withFormOrigin(policy: string, origin: string | null): string {
  return origin === null ? policy : policy.replace("form-action 'self'", () => `form-action 'self' ${origin}`)
}

/** Astro writes the style of its islands before the first of them, where HTML allows none. */
function withIslandStyleInHead(html: string): string {
  const [style] = /<style>astro-island[^<]*<\/style>/.exec(html) ?? []
  return style === undefined ? html : html.replace(style, '').replace('</head>', `${style}</head>`)
}

/**
 * Astro lists the hashes of all scripts and styles of the site, 3 kB that don't compress. Only code inside the page needs
 * one: files are allowed by their origin, and data blocks are not run.
 */
function withoutUnusedHashes(policy: string, html: string): string {
  const used = new Set(
    [...html.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g)].flatMap(
      ([, , attributes = '', code = '']) =>
        /\bsrc=|application\/ld\+json/.test(attributes) ? [] : hashOf(code)
    )
  )
  return policy.replaceAll(/ '(sha256-[^']+)'/g, (source, hash: string) => (used.has(hash) ? source : ''))
}

function hashOf(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`
}
