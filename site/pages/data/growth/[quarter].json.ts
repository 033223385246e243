import type { APIRoute } from 'astro'

export const prerender = false

export const GET: APIRoute = ({ locals: { page } }) => {
  if (page.kind !== 'growth') throw new TypeError(`growth is drawn from its model, got ${page.kind}`)
  return Response.json(page.data)
}
