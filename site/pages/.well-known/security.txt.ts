import type { APIRoute } from 'astro'
import { securityPath } from '../../../admin-api/contract/pages.ts'
import { addDays } from '../../../admin-api/market-days/days.ts'

const validDays = 365

export const GET: APIRoute = ({ locals: { site, time } }) =>
  new Response(
    [
      `Contact: mailto:${site.contactEmail}`,
      `Expires: ${addDays(time.today, validDays)}T00:00:00.000Z`,
      'Preferred-Languages: en',
      `Canonical: ${site.url}${securityPath}`,
      ''
    ].join('\n')
  )
