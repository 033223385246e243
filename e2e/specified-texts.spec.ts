import { readdirSync, readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { root } from './server.ts'
import { type SpecifiedText, specifiedTexts } from './specified-texts.ts'
import { expect, test } from './test.ts'

/** Finds a text whose names in braces stand for anything. */
function patternOf(text: string): RegExp {
  const parts = text.split(/\{[^}]+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(parts.join('[\\s\\S]{0,120}?'))
}

/** All scripts of the site, without the escapes that a compiler adds to quotes. */
function readScripts(): string {
  const folder = `${root}/shared/site/_astro`
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
  return names
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8').replaceAll(/\\(?=["'`])/g, ''))
    .join('\n')
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  nbsp: ' '
}

/** Text of a page, also in attributes and templates, without its scripts and styles. */
function readText(html: string): string {
  const visible = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
  const attributes = [...visible.matchAll(/ (?:placeholder|title|aria-label)="([^"]*)"/g)].map(
    ([, text]) => text
  )
  const text = visible.replaceAll(/<!--.*?-->/g, '').replaceAll(/<[^>]+>/g, ' ')
  return [text, ...attributes]
    .join(' | ')
    .replaceAll(/&(\w+|#\w+);/g, (entity, name: string) => entities[name] ?? entity)
    .replaceAll(/\s+/g, ' ')
}

test('every text that the specification quotes is where it belongs, or says what took its place', async ({
  request
}) => {
  const scripts = readScripts()
  const pages = new Map<string, string>()
  const missing: SpecifiedText[] = []
  for (const specified of specifiedTexts) {
    if ('replaced' in specified) {
      expect(specified.replaced).not.toBe('')
      continue
    }
    const source =
      'script' in specified
        ? scripts
        : 'page' in specified
          ? (pages.get(specified.page) ?? (await readPage(request, specified.page)))
          : await readAnswer(request, specified.api)
    if ('page' in specified) pages.set(specified.page, source)
    if (!patternOf(specified.text).test(source)) missing.push(specified)
  }
  expect(missing).toEqual([])
  expect(specifiedTexts.length).toBeGreaterThan(170)
})

async function readPage(request: APIRequestContext, path: string): Promise<string> {
  return readText(await (await request.get(path)).text())
}

async function readAnswer(
  request: APIRequestContext,
  { path, status, body }: Extract<SpecifiedText, { api: unknown }>['api']
): Promise<string> {
  const answer = body === undefined ? await request.get(path) : await request.post(path, { data: body })
  expect(answer.status(), path).toBe(status)
  return (await answer.json()).message
}
