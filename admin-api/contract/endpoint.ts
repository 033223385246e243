import type * as z from 'zod/mini'

/** One HTTP call, described once: the server routes it and the site calls it from the same object. */
export type Endpoint<Input extends z.ZodMiniType, Output extends z.ZodMiniType> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/api/${string}`
  access: 'public' | 'admin'
  input: Input
  output: Output
}

export function defineEndpoint<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Output>
): Endpoint<Input, Output> {
  return endpoint
}
