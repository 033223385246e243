import type { APIRoute } from 'astro'
import { drawComparePicture } from '../../share-images/compare-picture.ts'

export const prerender = false

export const GET: APIRoute = ({ locals: { page, site } }) => {
  if (page.kind !== 'compare-picture')
    throw new TypeError(`the picture of the comparison is drawn from its model, got ${page.kind}`)
  const svg = drawComparePicture(page, new URL(site.url).host)
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } })
}
