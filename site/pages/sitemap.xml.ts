import type { APIRoute } from 'astro'
import { pageModel } from '../chrome/site-info.ts'
import { escapeXml } from '../lib/escape-xml.ts'

export const GET: APIRoute = ({ locals }) => {
  const { site } = locals
  const page = pageModel(locals, 'sitemap')
  const urls = page.entries.map(({ path, lastModified }) => {
    const day = lastModified === null ? '' : `<lastmod>${escapeXml(lastModified)}</lastmod>`
    return `<url><loc>${escapeXml(site.url + path)}</loc>${day}</url>`
  })
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
  return new Response(xml, { headers: { 'Content-Type': 'application/xml' } })
}
