import type * as z from 'zod/mini'

/**
 * A rule of the contract that an input breaks. Messages begin with the name of the input, as programs send it; a
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

/** Returns the faults of an input, in the order of the contract; none if it is valid. */
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
