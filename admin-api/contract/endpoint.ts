import * as z from 'zod/mini'
import { Message } from './fields.ts'

/** Path of a published file, which is available while the API is down. */
type PublishedData = `/${string}.json`
/** Path next to the published data that the service answers. */
type AskedData = '/data/closes'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Path = `/api/${string}` | PublishedData | AskedData

/** An HTTP endpoint, defined once for the server's route and the site's request. */
export type Endpoint<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  M extends Method = Method,
  P extends Path = Path
> = {
  method: M
  /** ':name' is replaced by the input of that name: '/api/blog/posts/:id'. */
  path: P
  /** `admin` requires a session and, except for GET, the marker header. */
  access: 'public' | 'admin'
  input: Input
  output: Output
  /** Inputs sent in the query although the request has a body. */
  query?: readonly string[]
  /** 201 if something is created; absent for 200. */
  success?: 201
  /** Media type of an answer that is not JSON; `output` is then its text. */
  mediaType?: string
  /** Status derived from the output, for health checks. */
  statusOf?: (output: z.output<Output>) => 200 | 503
}

const noInput = z.object({})

/**
 * Defines an endpoint; without `input` it takes none. Keeps method and path as literal types: the site calls a public
 * endpoint by them, without its schemas.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineEndpoint<
  Output extends z.ZodMiniType,
  const M extends Method,
  const P extends Path,
  Input extends z.ZodMiniType = typeof noInput
>(
  access: Endpoint<Input, Output>['access'],
  method: M,
  path: P,
  data: Omit<Endpoint<Input, Output>, 'access' | 'method' | 'path' | 'input'> & { input?: Input }
): Endpoint<Input, Output, M, P> {
  return { access, method, path, ...data, input: data.input ?? (noInput as z.ZodMiniType as Input) }
}

/** Defines an admin endpoint that changes something and answers with a sentence. @param fields of its input */
/* @__NO_SIDE_EFFECTS__ */
export function defineAction<
  const M extends Method,
  const P extends Path,
  Fields extends z.core.$ZodLooseShape = Record<never, never>
>(
  method: M,
  path: P,
  fields: Fields = {} as Fields
): Endpoint<z.ZodMiniObject<Fields>, typeof Message, M, P> {
  return defineEndpoint('admin', method, path, { input: z.object(fields), output: Message })
}
