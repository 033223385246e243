import type { APIRoute } from 'astro'

export const prerender = false

export const GET: APIRoute = ({ locals: { page } }) => {
  if (page.kind !== 'fund-data')
    throw new TypeError(`a fund's data are drawn from their model, got ${page.kind}`)
  return Response.json(page.data)
}
