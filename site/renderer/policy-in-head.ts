/**
 * Pages rendered on demand get their content security policy as a response header. Ours become plain
 * files that any host may serve, so the policy moves into the head, before anything it governs.
 */
export function withPolicyInHead(html: string, policy: string | null): string {
  if (policy === null) return html
  const meta = `<meta http-equiv="content-security-policy" content="${policy.replaceAll('"', '&quot;')}">`
  return html.replace(/<head([^>]*)>/, (head) => head + meta)
}
