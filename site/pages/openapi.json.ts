import type { APIRoute } from 'astro'
import { pageModel } from '../chrome/site-info.ts'

export const prerender = false

export const GET: APIRoute = ({ locals }) => {
  const { site } = locals
  const page = pageModel(locals, 'openapi')
  return Response.json({ ...page.document, servers: [{ url: site.url }] })
}
