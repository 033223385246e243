import type { APIRoute } from 'astro'
import { pageModel } from '../../chrome/site-info.ts'
import { drawComparePicture } from '../../share-images/compare-picture.ts'

export const GET: APIRoute = ({ locals }) => {
  const { site } = locals
  const { funds } = pageModel(locals, 'compare-picture')
  const svg = drawComparePicture(funds, new URL(site.url).host)
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } })
}
