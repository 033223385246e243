import type { APIRoute } from 'astro'
import { pageModel } from '../../chrome/site-info.ts'

/** Open data: JSON and CSV files. */
export const GET: APIRoute = ({ locals }) => {
  const page = pageModel(
    locals,
    'csv',
    'fund-data',
    'funds-data',
    'identifiers',
    'growth',
    'record-checkpoint',
    'record-cosignatures',
    'record-day',
    'record-outlooks',
    'record-signatures',
    'underlying'
  )
  if (page.kind === 'record-checkpoint')
    return new Response(page.note, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  if (page.kind !== 'csv') return Response.json(page.data)
  return new Response(page.csv, { headers: { 'content-type': 'text/csv; charset=utf-8' } })
}
