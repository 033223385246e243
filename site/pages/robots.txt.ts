import type { APIRoute } from 'astro'
import { sitemapPath } from '../../admin-api/contract/pages.ts'
import { pageModel } from '../chrome/site-info.ts'

export const GET: APIRoute = ({ locals }) => {
  const { site } = locals
  const page = pageModel(locals, 'robots')
  const closed = page.closedPaths.map((path) => `Disallow: ${path}\n`).join('')
  return new Response(`User-agent: *\nAllow: /\n${closed}\nSitemap: ${site.url}${sitemapPath}\n`)
}
