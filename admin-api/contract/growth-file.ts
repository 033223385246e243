import * as z from 'zod/mini'
import { list, text } from './described.ts'
import { defineEndpoint } from './endpoint.ts'

/** Growth of a dollar in each fund since each day of a past quarter; one file per quarter. */
export const GrowthFile = z.object({
  as_of: text('The newest day in the data'),
  source: z.string(),
  units: z.string(),
  license: z.string(),
  terms: z.string(),
  days: list(z.string(), 'Every day of the quarter that has closes'),
  funds: list(
    z.object({
      symbol: z.string(),
      growth: list(
        z.nullable(z.number()),
        'For each of the days: dollars at the newest close for one invested at the close of that day, each distribution reinvested on its pay date; null before the first close of the fund'
      )
    }),
    'By symbol; funds whose closes end earlier are left out'
  )
})
export type GrowthFile = z.infer<typeof GrowthFile>

/** '2025-q3' for a day from July to September 2025. */
export function quarterOf(day: string): string {
  return `${day.slice(0, 4)}-q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
}

export function growthPathOf(quarter: string): `/data/growth/${string}.json` {
  return `/data/growth/${quarter}.json`
}

export const readGrowthFile = defineEndpoint('public', 'GET', '/data/growth/:quarter.json', {
  input: z.object({ quarter: z.string().check(z.regex(/^\d{4}-q[1-4]$/)) }),
  output: GrowthFile
})
