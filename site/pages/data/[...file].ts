import type { APIRoute } from 'astro'
import { pageModel } from '../../chrome/site-info.ts'

/** Open data: JSON and CSV files, and the log of signatures in its own form. */
export const GET: APIRoute = ({ locals }) => {
  const page = pageModel(
    locals,
    'csv',
    'fleet-funds',
    'fund-data',
    'funds-data',
    'identifiers',
    'growth',
    'record-checkpoint',
    'record-cosignatures',
    'record-day',
    'record-hub',
    'record-outlooks',
    'record-signatures',
    'record-tile',
    'underlying'
  )
  if (page.kind === 'record-checkpoint') return plainText(page.note)
  // The service sends each file with the type of its extension.
  if (page.kind === 'record-hub') return plainText(page.text)
  // Only in development: the publisher writes the bytes itself.
  if (page.kind === 'record-tile') return new Response(page.bytes)
  if (page.kind !== 'csv') return Response.json(page.data)
  return new Response(page.csv, { headers: { 'content-type': 'text/csv; charset=utf-8' } })
}

function plainText(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
