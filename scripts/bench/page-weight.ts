import { gzipSync } from 'node:zlib'

export type PageWeight = { htmlKb: number; scriptKb: number; scripts: number }

/**
 * What a page costs before a visitor touches it: its HTML, and every script its islands and script tags
 * pull in by static import. Dynamic imports wait for a touch and are left out. In kB after gzip.
 */
export async function weighPage(origin: string, path: string): Promise<PageWeight> {
  const html = await (await fetch(origin + path)).text()
  const entries = [
    ...html.matchAll(/(?:component-url|renderer-url|<script[^>]*\ssrc|modulepreload" href)="([^"]+\.js)"/g)
  ]
  const waiting = entries.map((match) => match[1] ?? '')
  for (const match of html.matchAll(/<script type="module">([\s\S]*?)<\/script>/g)) {
    waiting.push(...staticImports(match[1] ?? '', '/'))
  }
  const sizes = new Map<string, number>()
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (sizes.has(url)) continue
    const source = await (await fetch(origin + url)).text()
    sizes.set(url, gzipSync(source, { level: 9 }).length)
    waiting.push(...staticImports(source, url))
  }
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  return { htmlKb: toKb(gzipSync(html, { level: 9 }).length), scriptKb: toKb(total), scripts: sizes.size }
}

function staticImports(source: string, from: string): string[] {
  const found = source.matchAll(/(?:\bfrom|\bimport)\s*["']([^"']+\.js)["']/g)
  return [...found].map((match) => new URL(match[1] ?? '', new URL(from, 'http://page.example')).pathname)
}

function toKb(bytes: number): number {
  return Math.round(bytes / 100) / 10
}
