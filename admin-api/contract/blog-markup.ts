/**
 * All that the HTML of a post may be made of. The editor writes exactly this, the server lets nothing else through,
 * and the pages have a style for each of it.
 *
 *   p, h2-h4                             with an alignment class, or none for the left
 *   ul, ol > li                          an inner list stands last in its li
 *   blockquote > p, then footer > cite   the footer only where a source is named; an alignment class on blockquote
 *   table > thead > tr > th, tbody > tr > td
 *   pre > code                           plain text
 *   hr
 *   figure > img, then figcaption        an alignment class on figure; the caption only where there is one
 *   b, strong, i, em, u, code, br, a[href], span[class=an ink]
 *
 * No style attribute, no id, no data attribute: the policy of the pages forbids the first, and the others could
 * shadow names of scripts.
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

/** Where nothing is said, text stands on the left. */
export const alignments = ['align-center', 'align-right'] as const
export type Alignment = (typeof alignments)[number]
export const alignedTags = ['p', 'h2', 'h3', 'h4', 'blockquote', 'figure'] as const

/** Colours of text: names of a palette, so that each is legible in both themes. */
export const inks = ['ink-red', 'ink-gold', 'ink-sea', 'ink-green'] as const
export type Ink = (typeof inks)[number]

/** Whole pixels, on img; the server also writes loading="lazy" and an alt where there is none. */
export const longestSidePixels = 10_000

/** What an upload is stored as and served at. */
export const uploadedImagePath = /^\/blog-images\/[0-9a-f]{32}\.webp$/

/** A picture of our own origin, written as a path: an upload, or a file of the site. */
export function isImageAddress(address: string): boolean {
  return address.length <= 500 && /^(?:\/[\w-][\w.-]*)+\.(?:webp|png|jpe?g|avif|svg)$/.test(address)
}

/** The web, mail, or our own site as a path or a fragment: never a scheme that runs, never another host by '//'. */
export function isLinkAddress(address: string): boolean {
  if (address.length > 2000 || hasOddCharacter(address)) return false
  if (/^https?:\/\//i.test(address)) return URL.canParse(address)
  return /^mailto:[^:/]+@[^:/]+$/i.test(address) || /^\/(?!\/)/.test(address) || /^#[\w-]+$/.test(address)
}

/** Spaces, control characters and what could end an attribute; browsers drop or turn some of them silently. */
function hasOddCharacter(address: string): boolean {
  return /[\s\p{Cc}\p{Cf}\p{Cs}"'<>\\`]/u.test(address)
}
