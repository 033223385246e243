import { parseArgs } from 'node:util'

export type Options = {
  /** First and last day, YYYY-MM-DD in New York. */
  from: string
  to: string
  every: 'daily' | 'weekly'
  /** Whether somebody approves, after each collection, whatever is held back. */
  approves: boolean
  /** Whether nothing goes wrong: no late payment, no block, no garbage, no restart and no kill. */
  isCalm: boolean
  /** Of all that goes wrong: the same seed brings the same troubles. */
  seed: number
  /** Whether long lists are printed to their end. */
  isWhole: boolean
}

export const usage = `npm run simulate -- --from DAY --to DAY --every daily|weekly [options]
  --from DAY      the day the service is first started, YYYY-MM-DD
  --to DAY        the last day
  --every HOW     daily or weekly: how often it collects
  --approve       approve whatever is held back, after each collection
  --calm          nothing goes wrong
  --seed NUMBER   other troubles; 1 by default
  --whole         print long lists to their end`

/** @throws Error with one sentence for an unknown option or value. */
export function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: text,
      to: text,
      every: text,
      approve: { type: 'boolean' },
      calm: { type: 'boolean' },
      whole: { type: 'boolean' },
      seed: text
    }
  })
  const [from, to] = [readDay('from', values.from), readDay('to', values.to)]
  if (to <= from) throw new Error(`--to needs a day after ${from}, got ${to}.`)
  const { every = 'daily', seed = '1' } = values
  if (every !== 'daily' && every !== 'weekly') throw new Error(`--every needs daily or weekly, got ${every}.`)
  if (!/^\d{1,9}$/.test(seed)) throw new Error(`--seed needs a whole number, got ${seed}.`)
  return {
    from,
    to,
    every,
    approves: values.approve === true,
    isCalm: values.calm === true,
    seed: Number(seed),
    isWhole: values.whole === true
  }
}

function readDay(name: string, text = ''): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text)
  if (isDay !== true) throw new Error(`--${name} needs a day as YYYY-MM-DD, got ${text || 'nothing'}.`)
  return text
}
