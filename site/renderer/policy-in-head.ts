/**
 * Pages rendered on demand get their content security policy as a response header. Ours become plain
 * files that any host may serve, so the policy moves into the head, before anything it governs.
 */
export function withPolicyInHead(html: string, policy: string | null): string {
  if (policy === null) return html
  const meta = `<meta http-equiv="content-security-policy" content="${policy.replaceAll('"', '&quot;')}">`
  return putFirst(html, meta)
}

/** Astro puts the policy of a static page at the end of the head, where it does not govern the scripts before it. */
export function withPolicyFirst(html: string): string {
  const meta = /<meta http-equiv="content-security-policy"[^>]*>/.exec(html)?.[0]
  return meta === undefined
    ? html
    : putFirst(
        html.replace(meta, () => ''),
        meta
      )
}

/** Only the encoding comes before: browsers look for it in the first 1024 bytes, and a policy is longer. */
function putFirst(html: string, meta: string): string {
  return html.replace(/<head[^>]*>(?:\s*<meta charset[^>]*>)?/, (start) => start + meta)
}
