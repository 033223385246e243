import { escapeXml } from '../lib/escape-xml.ts'

export type AtomEntry = {
  /** The same for as long as the entry is the same, whatever else changes. */
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
  /** Where the feed is read from, and the page it belongs to. */
  self: string
  page: string
  entries: readonly AtomEntry[]
}

/** Text of an Atom feed (RFC 4287). It is as new as its newest entry, so that the same entries give the same bytes. */
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
