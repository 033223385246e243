import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderPage } from './publisher.ts'

/** What `npm run build` leaves: the folder of static files, and beside it the renderer and its stamp. */
export type BuiltSite = {
  siteDir: string
  render: RenderPage
  /** Files below siteDir that the build itself made and no publisher may remove. */
  staticPages: readonly string[]
  /** Addresses of those that are pages: '/about'. */
  staticPaths: readonly string[]
  /** Says for which database and site the pages in siteDir were queued; gone after every build. */
  stampFile: string
}

/** @throws Error with one sentence when the site was not built. */
export async function loadBuiltSite(siteDir: string): Promise<BuiltSite> {
  const serverDir = resolve(siteDir, '..', 'server')
  const text = await readFile(join(serverDir, 'build.json'), 'utf8').catch(() => null)
  if (text === null) throw new Error(`there is no built site at ${siteDir}; run npm run build.`)
  const { staticPages }: { staticPages: string[] } = JSON.parse(text)
  const { render }: { render: RenderPage } = await import(pathToFileURL(join(serverDir, 'entry.mjs')).href)
  return {
    siteDir,
    render,
    staticPages: staticPages.map((name) => join(siteDir, name)),
    staticPaths: staticPages.flatMap((name) => (name.endsWith('.html') ? `/${name.slice(0, -5)}` : [])),
    stampFile: join(serverDir, 'published.json')
  }
}
