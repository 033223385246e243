import type * as z from 'zod/mini'

/** A file that the publisher writes: read like an answer, and there with the API down. */
type PublishedData = `/${string}.json`

/** One HTTP call, described once: the server routes it and the site calls it from the same object. */
export type Endpoint<Input extends z.ZodMiniType, Output extends z.ZodMiniType> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** ':name' stands for the input of that name: '/api/blog/posts/:id'. */
  path: `/api/${string}` | PublishedData
  /** `admin` needs a session, and, unless it only reads, the marker header too. */
  access: 'public' | 'admin'
  input: Input
  output: Output
  /** Inputs that travel in the query though the call has a body. */
  query?: readonly string[]
  /** 201 where something was made; 200 where nothing is said. */
  success?: 201
  /** Of an answer that is no JSON: its output is the text. */
  mediaType?: string
  /** Where the output itself says that the service can't serve. */
  statusOf?: (output: z.output<Output>) => 200 | 503
}

export function defineEndpoint<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Output>
): Endpoint<Input, Output> {
  return endpoint
}
