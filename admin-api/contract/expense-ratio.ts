import * as z from 'zod/mini'
import { number, orNull, text } from './described.ts'

/** Net expense ratio of a fund; `caution` is null without a doubt. */
export const ExpenseRatio = z.object({
  percent: number('Net, percent a year'),
  as_of: text('Day of the source, or its year'),
  source: z.string(),
  caution: orNull(z.string(), 'Why it may be wrong or not the whole cost')
})
export type ExpenseRatio = z.infer<typeof ExpenseRatio>
