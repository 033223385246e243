import { parseArgs } from 'node:util'
import { type CollectionScope, groupNames } from '../../admin-api/contract/collection.ts'

/** What to collect: a group or all of them, or one fund. */
export type Wanted = { group: CollectionScope } | { symbol: string }

export const usage = `npm run collect -- [options]
  --group NAME     one group: ${groupNames.join(', ')}
  --symbol SYMBOL  one fund
Without options every group is collected.`

/** @throws Error with one sentence for an unknown option or value, or for two that exclude each other. */
export function readOptions(args: readonly string[]): Wanted {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args: [...args], options: { group: text, symbol: text } })
  if (values.group !== undefined && values.symbol !== undefined)
    throw new Error('Please give --group or --symbol, not both.')
  if (values.symbol !== undefined) {
    if (!/^[a-z]{1,5}$/i.test(values.symbol))
      throw new Error(`--symbol needs 1 to 5 letters, got ${values.symbol || 'nothing'}.`)
    return { symbol: values.symbol.toUpperCase() }
  }
  if (values.group === undefined) return { group: 'all' }
  const group = groupNames.find((name) => name === values.group)
  if (group === undefined)
    throw new Error(`--group needs one of ${groupNames.join(', ')}, got ${values.group || 'nothing'}.`)
  return { group }
}
