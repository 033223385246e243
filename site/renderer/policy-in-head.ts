/**
 * Moves the content security policy of a rendered page from its response header into the head, before anything it
 * governs, because pages become plain files that any host may serve.
 */
export function withPolicyInHead(html: string, policy: string | null): string {
  if (policy === null) return html
  const meta = `<meta http-equiv="content-security-policy" content="${policy.replaceAll('"', '&quot;')}">`
  return putFirst(html, meta)
}

/** Moves the policy of a static page to the start of the head; Astro puts it at the end, after inline scripts. */
export function withPolicyFirst(html: string): string {
  const meta = /<meta http-equiv="content-security-policy"[^>]*>/.exec(html)?.[0]
  return meta === undefined
    ? html
    : putFirst(
        html.replace(meta, () => ''),
        meta
      )
}

/** After the encoding, which browsers expect in the first 1024 bytes; a policy is longer. */
function putFirst(html: string, meta: string): string {
  return html.replace(/<head[^>]*>(?:\s*<meta charset[^>]*>)?/, (start) => start + meta)
}
