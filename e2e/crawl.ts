import { createHash } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { findJoinedWords } from './joined-words.ts'

/** Facts in the HTML of a page, without running its scripts. */
export type PageFacts = {
  html: string
  /** Text that a reader sees, without code, scripts and styles. */
  text: string
  title: string
  description: string
  canonical: string
  headings: number
  /** Addresses on this site that the page links to or loads, as written. */
  links: string[]
  ids: string[]
  jsonLd: string[]
  /** Inline styles and handlers, images without alt text, and tables with two columns of one name, as written. */
  faults: string[]
  /** Headings with a digit that mix two typefaces because they are not in the text face; post contents are ignored. */
  mixed: string[]
  /** Words of adjacent elements without a space between them. */
  joined: string[]
  policy: string
  /** Text of every inline style and executable inline script. */
  inline: { kind: 'script' | 'style'; text: string }[]
  /** Executable scripts before the policy. */
  early: string[]
}

/** Parses HTML with a browser's parser in a document that loads and runs nothing. */
async function readFacts(page: Page, html: string): Promise<PageFacts> {
  const document = await page.evaluateHandle(
    (source) => new DOMParser().parseFromString(source, 'text/html'),
    html
  )
  const joined = await document.evaluate(findJoinedWords)
  const facts = await document.evaluate((parsed) => {
    const all = <E extends Element>(selector: string) => [...parsed.querySelectorAll<E>(selector)]
    const content = (selector: string) => parsed.querySelector(selector)?.getAttribute('content') ?? ''
    const scripts = all<HTMLScriptElement>('script').filter((script) => !/json/.test(script.type))
    const policy = parsed.querySelector('meta[http-equiv="content-security-policy" i]')
    const addresses = ['href', 'src', 'poster', 'component-url', 'renderer-url'].flatMap((name) =>
      all(`[${name}]`).map((element) => element.getAttribute(name) ?? '')
    )
    const inStyles = all('style').flatMap((style) =>
      [...(style.textContent ?? '').matchAll(/url\(["']?(\/[^"')]+)/g)].map((match) => match[1] ?? '')
    )
    const opening = (element: Element) => element.outerHTML.slice(0, 160)
    const read: string[] = []
    const walker = parsed.createTreeWalker(parsed.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('script, style, template, code, pre'))
        read.push(walker.currentNode.textContent ?? '')
    return {
      text: read.join(' '),
      title: parsed.title,
      description: content('meta[name="description"]'),
      canonical: parsed.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? '',
      headings: all('h1').length,
      links: [...new Set([...addresses, ...inStyles])].filter((address) => /^[/#]/.test(address)),
      ids: all('[id]').map((element) => element.id),
      jsonLd: all('script[type="application/ld+json"]').map((script) => script.textContent ?? ''),
      mixed: all('h1:not(.has-figures, :has(.ticker))')
        // Days below a name are in the text face.
        .map(({ childNodes }) => [...childNodes].filter(({ nodeName }) => nodeName !== 'SMALL'))
        .map((parts) =>
          parts
            .map(({ textContent }) => textContent)
            .join('')
            .trim()
        )
        .filter((text) => /\d/.test(text)),
      faults: all('*')
        .filter((element) =>
          [...element.attributes].some(({ name }) => name === 'style' || name.startsWith('on'))
        )
        .concat(all('img:not([alt])'))
        .concat(
          all('thead tr').filter((row) => {
            const names = [...row.children].map(({ textContent }) => textContent.trim()).filter(Boolean)
            return new Set(names).size < names.length
          })
        )
        .map(opening),
      policy: policy?.getAttribute('content') ?? '',
      inline: [
        ...scripts
          .filter((script) => !script.hasAttribute('src'))
          .map((script) => ({ kind: 'script' as const, text: script.textContent ?? '' })),
        ...all('style').map((style) => ({ kind: 'style' as const, text: style.textContent ?? '' }))
      ],
      early: scripts
        .filter(
          (script) =>
            policy === null ||
            (script.compareDocumentPosition(policy) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
        )
        .map((script) => script.textContent ?? '')
    }
  })
  await document.dispose()
  return { ...facts, html, joined }
}

/** True if the policy lists the hash of the text. */
export function isAllowed(policy: string, kind: 'script' | 'style', text: string): boolean {
  const directive = policy.split(';').find((part) => part.trim().startsWith(`${kind}-src`)) ?? ''
  return directive.includes(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

export type Crawled = { pages: Map<string, PageFacts>; broken: string[] }

/** Follows every link from `starts`; `broken` lists links that don't answer with 200, and where they are. */
export async function crawl(
  request: APIRequestContext,
  page: Page,
  starts: readonly string[]
): Promise<Crawled> {
  const pages = new Map<string, PageFacts>()
  const broken: string[] = []
  const linkedFrom = new Map(starts.map((path) => [path, 'the start']))
  for (const [path, from] of linkedFrom) {
    const response = await request.get(path, { maxRedirects: 0 })
    if (response.status() !== 200) broken.push(`${path} answers ${response.status()}, linked from ${from}`)
    if (response.status() !== 200 || !/html/.test(response.headers()['content-type'] ?? '')) continue
    const facts = await readFacts(page, await response.text())
    pages.set(path, facts)
    for (const link of facts.links) {
      // A query doesn't change the file.
      const target = link.replace(/[?#].*$/, '')
      if (target !== '' && !linkedFrom.has(target)) linkedFrom.set(target, path)
    }
  }
  for (const [path, { links }] of pages) {
    for (const link of links) {
      const [target, id] = link.replace(/\?[^#]*/, '').split('#')
      const ids = pages.get(target || path)?.ids
      if (id && ids && !ids.includes(id)) broken.push(`${link} has no such anchor, linked from ${path}`)
    }
  }
  return { pages, broken }
}
