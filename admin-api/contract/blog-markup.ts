/**
 * Markup allowed in posts. The editor writes exactly this, the server removes everything else, and the pages style all of
 * it.
 *
 *   p, h2-h4                             with an alignment class, or none for the left
 *   ul, ol > li                          a nested list comes last in its li
 *   blockquote > p, then footer > cite   footer only with a source; an alignment class on blockquote
 *   table > thead > tr > th, tbody > tr > td
 *   pre > code                           plain text
 *   hr
 *   figure > img, then figcaption        an alignment class on figure; the caption is optional
 *   b, strong, i, em, u, code, br, a[href], span[class=an ink]
 *
 * No style, id or data attributes: the content security policy forbids the first, and the others could shadow names of
 * scripts.
 */
export const blockTags = [
  'p',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'footer',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'pre',
  'hr',
  'figure',
  'img',
  'figcaption'
] as const

export const inlineTags = ['b', 'strong', 'i', 'em', 'u', 'a', 'code', 'span', 'cite', 'br'] as const

/** The default is left. */
export const alignments = ['align-center', 'align-right'] as const
export type Alignment = (typeof alignments)[number]
export const alignedTags = ['p', 'h2', 'h3', 'h4', 'blockquote', 'figure'] as const

/** Text colors, as names of a palette that is legible in both themes. */
export const inks = ['ink-red', 'ink-gold', 'ink-sea', 'ink-green'] as const
export type Ink = (typeof inks)[number]

/** Maximum width and height of img; the server also adds loading="lazy" and a missing alt. */
export const longestSidePixels = 10_000

/** A feature image: an upload, or the share image of a weekly report. */
export const featureImagePath = /^(?:\/blog-images\/[0-9a-f]{32}\.webp|\/og\/week\/\d{4}-\d{2}-\d{2}\.png)$/

export const uploadedImagePath = /^\/blog-images\/[0-9a-f]{32}\.webp$/

/** Whether this is a path of an image on our origin: an upload, or a file of the site. */
export function isImageAddress(address: string): boolean {
  return address.length <= 500 && /^(?:\/[\w-][\w.-]*)+\.(?:webp|png|jpe?g|avif|svg)$/.test(address)
}

/** Whether this is an address of the web, of mail, or of our site as a path or fragment; no scripts, no '//' hosts. */
export function isLinkAddress(address: string): boolean {
  if (address.length > 2000 || hasOddCharacter(address)) return false
  if (/^https?:\/\//i.test(address)) return URL.canParse(address)
  return /^mailto:[^:/]+@[^:/]+$/i.test(address) || /^\/(?!\/)/.test(address) || /^#[\w-]+$/.test(address)
}

/** Spaces, control characters and attribute delimiters, some of which browsers drop or change silently. */
function hasOddCharacter(address: string): boolean {
  return /[\s\p{Cc}\p{Cf}\p{Cs}"'<>\\`]/u.test(address)
}
