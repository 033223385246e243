import type { APIRoute } from 'astro'

export const prerender = false

export const GET: APIRoute = ({ locals: { page } }) => {
  if (page.kind !== 'funds-data')
    throw new TypeError(`the funds' data are drawn from their model, got ${page.kind}`)
  return Response.json(page.data)
}
