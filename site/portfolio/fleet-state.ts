import type { Lot } from './positions/held-fund.ts'
import { emptyFleet, type Fleet, type ReadFleet } from './stored-fleet.ts'

/** What a visitor does to a fleet. Lots are known by their `id`: one that is there is replaced, another is added. */
export type FleetChange =
  | { type: 'put'; lots: readonly Lot[] }
  | { type: 'remove'; id: string }
  | { type: 'restore'; fleet: Fleet }
  | { type: 'set-tax'; percent: number | null }
  | { type: 'set-goal'; goal: number | null }
  | { type: 'clear' }

/**
 * Whether the browser keeps the fleet. `unread`: not looked yet. `full`: what is shown could not be written, and what
 * is stored is older. `closed`: there is no storage. `unreadable`: what is stored is not understood and stays as it is.
 */
type Keeping = 'unread' | 'kept' | 'full' | 'closed' | 'unreadable'

export type FleetState = {
  own: Fleet
  /** A fleet to play with; while it is shown, changes are made to it and kept nowhere. */
  example: Fleet | null
  keeping: Keeping
  /** What is stored and not understood. */
  unreadable: string | null
}

export const unreadFleet: FleetState = { own: emptyFleet, example: null, keeping: 'unread', unreadable: null }

export type FleetEvent =
  /** What storage holds: at the start, before a change, and when another tab has written. */
  | { type: 'read'; found: ReadFleet }
  | { type: 'changed'; change: FleetChange }
  | { type: 'written'; isKept: boolean }
  | { type: 'example-shown'; fleet: Fleet }
  | { type: 'example-left' }

export function reduceFleet(state: FleetState, event: FleetEvent): FleetState {
  switch (event.type) {
    case 'read':
      return afterRead(state, event.found)
    case 'changed':
      if (state.example !== null) return { ...state, example: changeFleet(state.example, event.change) }
      return { ...state, own: changeFleet(state.own, event.change) }
    case 'written':
      return { ...state, keeping: event.isKept ? 'kept' : state.keeping === 'closed' ? 'closed' : 'full' }
    case 'example-shown':
      return { ...state, example: event.fleet }
    case 'example-left':
      return { ...state, example: null }
  }
}

/** The fleet on screen. */
export function shownFleet({ own, example }: FleetState): Fleet {
  return example ?? own
}

function afterRead(state: FleetState, found: ReadFleet): FleetState {
  if (found.status === 'closed') return { ...state, keeping: 'closed' }
  if (found.status === 'unreadable') return { ...state, keeping: 'unreadable', unreadable: found.text }
  // What could not be written here joins what another tab has written.
  if (state.keeping === 'full')
    return { ...state, own: changeFleet(found.fleet, { type: 'restore', fleet: state.own }) }
  return { ...state, own: found.fleet, keeping: 'kept', unreadable: null }
}

function changeFleet(fleet: Fleet, change: FleetChange): Fleet {
  switch (change.type) {
    case 'put':
      return { ...fleet, lots: putLots(fleet.lots, change.lots) }
    case 'remove':
      return { ...fleet, lots: fleet.lots.filter(({ id }) => id !== change.id) }
    case 'restore':
      return {
        ...fleet,
        lots: putLots(fleet.lots, change.fleet.lots),
        taxPercent: change.fleet.taxPercent ?? fleet.taxPercent,
        goal: change.fleet.goal ?? fleet.goal
      }
    case 'set-tax':
      return { ...fleet, taxPercent: change.percent }
    case 'set-goal':
      return { ...fleet, goal: change.goal }
    case 'clear':
      return emptyFleet
  }
}

function putLots(lots: readonly Lot[], put: readonly Lot[]): Lot[] {
  const replaced = new Map(put.map((lot) => [lot.id, lot]))
  const there = new Set(lots.map(({ id }) => id))
  return [...lots.map((lot) => replaced.get(lot.id) ?? lot), ...put.filter(({ id }) => !there.has(id))]
}
