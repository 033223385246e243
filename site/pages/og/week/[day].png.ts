import type { APIRoute } from 'astro'
import { pageModel } from '../../../chrome/site-info.ts'
import { drawWeekPicture } from '../../../share-images/week-picture.ts'

export const GET: APIRoute = ({ locals }) => {
  const { site } = locals
  const page = pageModel(locals, 'week-picture')
  const svg = drawWeekPicture(page, new URL(site.url).host)
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } })
}
