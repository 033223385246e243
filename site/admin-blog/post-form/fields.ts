import * as z from 'zod/mini'
import { randomKey } from '../../lib/random-key.ts'

/** What the form edits; the wire has the same names. */
export const Fields = z.object({
  title: z.string(),
  excerpt: z.string(),
  content: z.string(),
  published: z.boolean()
})
export type Fields = z.infer<typeof Fields>

/**
 * A new post, with the key by which the server knows it when it is sent twice; or a stored one by the id, address and
 * title it has on the server, and the version that was opened. Drafts of earlier versions have neither.
 */
export const Mode = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create'), key: z._default(z.string(), randomKey) }),
  z.object({
    kind: z.literal('edit'),
    id: z.number(),
    slug: z.string(),
    title: z.string(),
    updatedAt: z.optional(z.string())
  })
])
export type Mode = z.infer<typeof Mode>
