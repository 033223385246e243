import * as z from 'zod/mini'
import { defineAction, defineEndpoint } from './endpoint.ts'
import { enumOf } from './fields.ts'
import { ManualEntry } from './manual-entries.ts'
import { Ticker } from './stock.ts'

/** The operator's groups of funds, in display order. The database assigns each fund to one. */
export const collectionGroups = {
  'weekly-etfs': 'Weekly ETFs',
  'defiance-monthly-etfs': 'Defiance Monthly',
  'roundhill-weeklypay-etfs': 'Roundhill Weekly',
  'roundhill-monthly-etfs': 'Roundhill Monthly',
  'graniteshares-weeklypay-etfs': 'GraniteShares WeeklyPay',
  'yieldmax-group-a': 'YieldMax Group A',
  'yieldmax-group-b': 'YieldMax Group B',
  'yieldmax-group-c': 'YieldMax Group C',
  'yieldmax-group-d': 'YieldMax Group D',
  'jpmorgan-monthly-etfs': 'JPMorgan Monthly',
  'neos-monthly-etfs': 'NEOS Monthly',
  'globalx-monthly-etfs': 'Global X Monthly',
  'goldman-monthly-etfs': 'Goldman Sachs Monthly',
  'amplify-monthly-etfs': 'Amplify Monthly',
  'ishares-monthly-etfs': 'iShares Monthly',
  'simplify-monthly-etfs': 'Simplify Monthly',
  'kurv-monthly-etfs': 'Kurv Monthly',
  'tappalpha-etfs': 'TappAlpha',
  'rex-weekly-etfs': 'REX Weekly',
  'grayscale-twice-monthly-etfs': 'Grayscale Twice Monthly',
  'other-weekly-etfs': 'Other Weekly',
  'other-monthly-etfs': 'Other Monthly'
} as const
export type CollectionGroup = keyof typeof collectionGroups
export const groupNames = Object.keys(collectionGroups) as CollectionGroup[]

/** One group, or all funds. */
export type CollectionScope = CollectionGroup | 'all'
const scopes = [...groupNames, 'all'] as const

export function nameScope(scope: CollectionScope): string {
  return scope === 'all' ? 'all groups' : collectionGroups[scope]
}

export const Group = enumOf('group', groupNames)
const Scope = enumOf('group', scopes)

/** Funds by group, and progress of the running collections. */
export const readCollection = defineEndpoint('admin', 'GET', '/api/admin/collection', {
  output: z.object({
    groups: z.array(z.object({ group: Group, title: z.string(), tickers: z.array(z.string()) })),
    running: z.array(
      z.object({ group: Scope, done: z.number(), total: z.number(), current: z.nullable(z.string()) })
    ),
    /**
     * Instants. `paused_until`: the source blocks requests, and no scheduled collection runs before. `is_connecting`: no source
     * has responded yet.
     */
    schedule: z.object({
      next_run: z.nullable(z.string()),
      paused_until: z.nullable(z.string()),
      is_connecting: z._default(z.boolean(), false)
    }),
    /** Whether the source reports new figures; false for the data that comes with the software. */
    is_live: z.boolean()
  })
})

/** Collects one fund and stores its estimate as a pending entry. */
export const collectOne = defineEndpoint('admin', 'POST', '/api/admin/manual-entries', {
  input: z.object({ ticker: Ticker }),
  output: z.object({ entry: ManualEntry }),
  success: 201
})

/**
 * Collects funds one after another. Failed ones are listed in `errors`, those without an upcoming payment in
 * `no_estimate`. `stopped` says why the rest was not collected: the source
 * blocks requests, or the operator stopped it.
 */
export const collectGroup = defineEndpoint('admin', 'POST', '/api/admin/collect-all/:group', {
  input: z.object({ group: Scope }),
  output: z.object({
    results: z.array(
      z.object({
        ticker: z.string(),
        estimated_dividend: z.number(),
        /** Number of quarantined payments. */
        held_back: z.number()
      })
    ),
    errors: z.array(z.object({ ticker: z.string(), message: z.string() })),
    no_estimate: z.array(z.object({ ticker: z.string(), message: z.string() })),
    stopped: z.nullable(z.string()),
    /** Requests to each source, failed ones included. */
    requests: z.optional(z.record(z.string(), z.number()))
  })
})

export type CollectionOutcome = z.output<typeof collectGroup.output>

/** Lets a running collection finish its current fund and save what it has. */
export const stopCollection = defineAction('POST', '/api/admin/collect-all/:group/stop', { group: Scope })

/** Estimates PLTW again from stored data and replaces its pending entry. */
export const fixPltwEstimate = defineEndpoint('admin', 'POST', '/api/admin/fix-pltw-estimate', {
  output: z.object({ new_estimate: z.number(), message: z.string() })
})
