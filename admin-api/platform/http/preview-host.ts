const previewSuffixes = ['.replit.app', '.replit.dev', '.repl.co']

const indexed = '<meta name="robots" content="index, follow">'
const notIndexed = '<meta name="robots" content="noindex, nofollow">'

/** A copy of the site under such a name must not compete with the real one in search engines. */
export function isPreviewHost(hostname: string | undefined, previewHosts: readonly string[]): boolean {
  const host = (hostname ?? '').toLowerCase()
  return previewHosts.includes(host) || previewSuffixes.some((suffix) => host.endsWith(suffix))
}

export function forbidIndexing(html: Buffer): Buffer {
  return Buffer.from(html.toString('utf8').replace(indexed, notIndexed))
}
