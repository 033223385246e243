import * as z from 'zod/mini'
import { defineAction, defineEndpoint } from './endpoint.ts'
import { enumOf } from './fields.ts'
import { connectionStatuses } from './vocabulary.ts'

/** Sources outside of the service, in display order; `collection/sources` has a folder for each. */
export const sourceIds = ['yahoo', 'nasdaq', 'globenewswire', 'edgar', 'cboe', 'roundhill', 'closes'] as const
export type SourceId = (typeof sourceIds)[number]

/** Origin of a source's switch: the release, the operator, or a variable of the environment, which wins. */
const deciders = ['default', 'operator', 'environment'] as const

const ManagedSource = z.object({
  id: z.enum(sourceIds),
  name: z.string(),
  /** Its use, in one sentence. */
  brings: z.string(),
  terms: z.object({ sentence: z.string(), url: z.string() }),
  /** Why it is off until the operator has permission; null for a source that is on by default. */
  needs_permission: z.nullable(z.string()),
  /** Whether the operator said that they have permission. */
  has_permission: z.boolean(),
  is_on: z.boolean(),
  decided_by: z.enum(deciders),
  /** The variable of the environment that decided; null if none did. */
  variable: z.nullable(z.string()),
  /** Why it isn't read although it is on, such as a missing address or its robots.txt; null if it is. */
  obstacle: z.nullable(z.string()),
  /** Result of the last reading, one sentence; null if there is none. */
  health: z.nullable(z.object({ status: z.enum(connectionStatuses), detail: z.string() })),
  /** Instant of its last answer; null before the first. */
  last_read_at: z.nullable(z.string()),
  /** Requests of this New York day, failed ones included, and the most that are sent; null: two a second. */
  requests_today: z.number(),
  most_requests: z.nullable(z.number())
})
export type ManagedSource = z.infer<typeof ManagedSource>

/** All sources with their switches; `can_collect` is false if no figures are collected at all (MARKET_DATA=embedded). */
export const readSources = defineEndpoint('admin', 'GET', '/api/admin/sources', {
  output: z.object({
    sources: z.array(ManagedSource),
    can_collect: z.boolean(),
    /** Whether the overview still tells what could be turned on. */
    suggests: z.boolean()
  })
})

/** Turns a source on or off, at once. One that needs permission is turned on only with `has_permission`. */
export const setSource = defineAction('PUT', '/api/admin/sources/:id', {
  id: enumOf('id', sourceIds),
  is_on: z.boolean('is_on must be true or false'),
  has_permission: z._default(z.boolean('has_permission must be true or false'), false)
})

/** Ends the overview's hint about sources that could be turned on. */
export const dismissSourceHint = defineAction('POST', '/api/admin/sources/hint')
