import type * as z from 'zod/mini'

/**
 * What the contract finds wrong with one input. Its messages begin with the name of the input, as programs send it; a
 * form shows the rule after the label of the field instead.
 */
export type InputFault = {
  /** Names, and positions in lists, from the outermost input to the one at fault. */
  path: readonly (string | number)[]
  /** As the API answers it: 'name must have 3 to 20 characters'. */
  message: string
  /** The message without its name: 'must have 3 to 20 characters'. Null if it doesn't begin with the name. */
  rule: string | null
}

/** What is wrong with an input, in the order of the contract; empty if it is valid. */
export function findFaults({ input: schema }: { input: z.ZodMiniType }, input: unknown): InputFault[] {
  const issues = schema.safeParse(input).error?.issues ?? []
  return issues.map(({ path, message }) => {
    const names = path.filter((part) => typeof part !== 'symbol')
    const start = `${nameAtFault(names)} `
    return { path: names, message, rule: message.startsWith(start) ? message.slice(start.length) : null }
  })
}

/** The innermost name of a path, which a message begins with; '' for the input as a whole. */
export function nameAtFault(path: readonly (string | number)[]): string {
  return path.findLast((part) => typeof part === 'string') ?? ''
}
