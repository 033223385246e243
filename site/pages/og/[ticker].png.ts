import type { APIRoute } from 'astro'
import { pageModel } from '../../chrome/site-info.ts'
import { drawFundPicture } from '../../share-images/fund-picture.ts'

export const GET: APIRoute = ({ locals }) => {
  const { site, time } = locals
  const page = pageModel(locals, 'fund-picture')
  const svg = drawFundPicture(page, time.today, new URL(site.url).host)
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } })
}
