import type { APIRoute } from 'astro'

export const prerender = false

export const GET: APIRoute = ({ locals: { page } }) => {
  if (page.kind !== 'fund-index')
    throw new TypeError(`the fund index is drawn from its model, got ${page.kind}`)
  return Response.json(page.index)
}
