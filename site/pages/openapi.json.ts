import type { APIRoute } from 'astro'

export const prerender = false

export const GET: APIRoute = ({ locals: { page, site } }) => {
  if (page.kind !== 'openapi')
    throw new TypeError(`the description of the API is drawn from its model, got ${page.kind}`)
  return Response.json({ ...page.document, servers: [{ url: site.url }] })
}
