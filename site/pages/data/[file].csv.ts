import type { APIRoute } from 'astro'
import { pageModel } from '../../chrome/site-info.ts'

export const GET: APIRoute = ({ locals }) =>
  new Response(pageModel(locals, 'csv').csv, {
    headers: { 'content-type': 'text/csv; charset=utf-8' }
  })
