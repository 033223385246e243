import type { APIRoute } from 'astro'
import { withServer } from '../../admin-api/contract/open-data.ts'
import { pageModel } from '../chrome/site-info.ts'

export const GET: APIRoute = ({ locals }) => {
  const { document } = pageModel(locals, 'openapi')
  return Response.json(withServer(document, locals.site.url))
}
