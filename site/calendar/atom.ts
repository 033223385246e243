import { escapeXml } from '../lib/escape-xml.ts'

export type AtomEntry = {
  /** Stable for the lifetime of the entry. */
  id: string
  title: string
  url: string
  /** Instants. */
  published: string
  updated: string
  summary: string
}

export type AtomFeed = {
  id: string
  title: string
  subtitle: string
  /** URL of the feed, and the page it belongs to. */
  self: string
  page: string
  entries: readonly AtomEntry[]
}

/** Atom feed (RFC 4287). Its date is that of the newest entry, so the same entries give the same bytes. */
export function writeAtom({ id, title, subtitle, self, page, entries }: AtomFeed): string {
  const updated =
    entries
      .map((entry) => entry.updated)
      .sort()
      .at(-1) ?? '1970-01-01T00:00:00Z'
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${escapeXml(id)}</id>
<title>${escapeXml(title)}</title>
<subtitle>${escapeXml(subtitle)}</subtitle>
<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>
<author><name>Doubloon</name></author>
<updated>${updated}</updated>
${entries.map(writeEntry).join('\n')}
</feed>
`
}

function writeEntry({ id, title, url, published, updated, summary }: AtomEntry): string {
  return `<entry>
<id>${escapeXml(id)}</id>
<title>${escapeXml(title)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
<published>${published}</published>
<updated>${updated}</updated>
<summary>${escapeXml(summary)}</summary>
</entry>`
}
