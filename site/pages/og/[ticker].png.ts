import type { APIRoute } from 'astro'
import { drawFundPicture } from '../../share-images/fund-picture.ts'

export const prerender = false

export const GET: APIRoute = ({ locals: { page, site, time } }) => {
  if (page.kind !== 'fund-picture')
    throw new TypeError(`the picture of a fund is drawn from its model, got ${page.kind}`)
  const svg = drawFundPicture(page, time.today, new URL(site.url).host)
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } })
}
