import type { APIRoute } from 'astro'
import { sitemapPath } from '../../admin-api/contract/pages.ts'

export const prerender = false

export const GET: APIRoute = ({ locals: { page, site } }) => {
  if (page.kind !== 'robots') throw new TypeError(`robots.txt is drawn from a robots model, got ${page.kind}`)
  const closed = page.closedPaths.map((path) => `Disallow: ${path}\n`).join('')
  return new Response(`User-agent: *\nAllow: /\n${closed}\nSitemap: ${site.url}${sitemapPath}\n`)
}
