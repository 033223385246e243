import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html'
import { largestPostBytes } from '../../contract/blog.ts'
import {
  alignedTags,
  alignments,
  blockTags,
  inks,
  inlineTags,
  isImageAddress,
  isLinkAddress,
  longestSidePixels
} from '../../contract/blog-markup.ts'
import { ApiError } from '../../platform/http/errors.ts'

/** Far more than any real text; within these limits parsing time is linear. */
const deepestNesting = 60
const maxTags = 50_000

const droppedWithContent = [
  ...['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'title', 'xmp', 'plaintext'],
  ...['svg', 'math', 'iframe', 'object', 'embed', 'applet', 'audio', 'video', 'canvas'],
  ...['textarea', 'select', 'option', 'button', 'frameset']
]

/** Attributes that each tag keeps; tags not listed keep none. */
const keptAttributes: Record<string, (given: Attributes) => Attributes> = {
  ...Object.fromEntries(alignedTags.map((tag) => [tag, (given: Attributes) => oneClass(given, alignments)])),
  span: (given) => oneClass(given, inks),
  a: keepLink,
  img: keepPicture
}

const options: IOptions = {
  allowedTags: [...blockTags, ...inlineTags],
  allowedAttributes: {
    ...Object.fromEntries([...alignedTags, 'span'].map((tag) => [tag, ['class']])),
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading']
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: droppedWithContent,
  parseStyleAttributes: false,
  transformTags: {
    '*': (tagName, given) => ({ tagName, attribs: keptAttributes[tagName]?.(given) ?? {} })
  }
}

/** Remains of broken tags around removed parts may parse differently; every run removes some of them. */
const maxRuns = 8

/**
 * Makes untrusted HTML safe to serve on our pages: tags and attributes of blog-markup.ts stay, everything else is
 * removed. The result is stable under another run.
 * @throws ApiError too-large if it has over a million bytes as sent or as stored, and invalid-input if it is nested too
 * deeply, has too many tags, or changes with every run
 */
export function sanitizeContent(html: string): string {
  refuseLarge(html)
  let clean = sanitizeOnce(html)
  // Now rather than after all runs: escaped characters make it up to five times as long, and each run as slow.
  refuseLarge(clean)
  for (let run = 1; run < maxRuns; run += 1) {
    const again = sanitizeOnce(clean)
    if (again === clean) return clean
    clean = again
  }
  throw new ApiError('invalid-input', 'The content could not be read as HTML.')
}

function refuseLarge(content: string): void {
  if (Buffer.byteLength(content) <= largestPostBytes) return
  const most = largestPostBytes.toLocaleString('en-US')
  throw new ApiError('too-large', `The content is too large. At most ${most} bytes are accepted.`)
}

function sanitizeOnce(html: string): string {
  const clean = sanitizeHtml(html, { ...options, ...countTags() })
  // Every '>' in text is escaped by now, so these can only be tags.
  return withoutOddCharacters(clean)
    .replaceAll(' />', '>')
    .replaceAll(/<img(?! src=)[^>]*>/g, '')
    .trim()
}

/** Removes what neither HTML nor XML allows: control characters, lone surrogates and two noncharacters. */
export function withoutOddCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the target
  return text.toWellFormed().replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/g, '')
}

function countTags(): Pick<IOptions, 'onOpenTag' | 'onCloseTag'> {
  let depth = 0
  let tags = 0
  return {
    onOpenTag: () => {
      depth += 1
      tags += 1
      if (depth > deepestNesting) throw new ApiError('invalid-input', 'The content is nested too deeply.')
      if (tags > maxTags) throw new ApiError('invalid-input', 'The content has too many parts.')
    },
    onCloseTag: () => {
      depth -= 1
    }
  }
}

function oneClass(given: Attributes, known: readonly string[]): Attributes {
  const name = (given['class'] ?? '').split(/\s+/).find((word) => known.includes(word))
  return name === undefined ? {} : { class: name }
}

function keepLink({ href = '' }: Attributes): Attributes {
  const address = href.trim()
  if (!isLinkAddress(address)) return {}
  return /^https?:/i.test(address) ? { href: address, rel: 'noopener' } : { href: address }
}

function keepPicture({ src = '', alt = '', width = '', height = '' }: Attributes): Attributes {
  if (!isImageAddress(src)) return {}
  return { src, alt, ...pixels('width', width), ...pixels('height', height), loading: 'lazy' }
}

function pixels(name: string, text: string): Attributes {
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= longestSidePixels ? { [name]: String(count) } : {}
}
