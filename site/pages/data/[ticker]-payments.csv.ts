import type { APIRoute } from 'astro'

export const prerender = false

export const GET: APIRoute = ({ locals: { page } }) => {
  if (page.kind !== 'payments-csv')
    throw new TypeError(`payments as CSV are drawn from their model, got ${page.kind}`)
  return new Response(page.csv, { headers: { 'content-type': 'text/csv; charset=utf-8' } })
}
