import type { APIRoute } from 'astro'
import { drawWeekPicture } from '../../../share-images/week-picture.ts'

export const prerender = false

export const GET: APIRoute = ({ locals: { page, site } }) => {
  if (page.kind !== 'week-picture')
    throw new TypeError(`the picture of a week is drawn from its model, got ${page.kind}`)
  const svg = drawWeekPicture(page, new URL(site.url).host)
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } })
}
