import { queryParam } from '../lib/query-param.ts'
import type { Lot } from './positions/held-fund.ts'
import { emptyPortfolio, type Portfolio, type ReadPortfolio } from './stored-portfolio.ts'

/** A visitor's change. Lots are identified by `id`: a known one is replaced, others are added. */
export type PortfolioChange =
  | { type: 'put'; lots: readonly Lot[] }
  | { type: 'remove'; id: string }
  | { type: 'restore'; fleet: Portfolio }
  | { type: 'set-tax'; percent: number | null }
  | { type: 'set-goal'; goal: number | null }
  | { type: 'clear' }

/**
 * Storage state. `unread`: not read yet. `full`: what is shown couldn't be saved, so the stored data is older.
 * `closed`: no storage. `unreadable`: stored data isn't understood and stays as it is.
 */
type Keeping = 'unread' | 'kept' | 'full' | 'closed' | 'unreadable'

export type PortfolioState = {
  own: Portfolio
  /** Example portfolio; while it is shown, changes apply to it and aren't saved. */
  example: Portfolio | null
  keeping: Keeping
  /** Stored text that wasn't understood. */
  unreadable: string | null
}

export const unreadPortfolio: PortfolioState = {
  own: emptyPortfolio,
  example: null,
  keeping: 'unread',
  unreadable: null
}

export type PortfolioEvent =
  /** Content of storage: at startup, before a change, and after another tab's write. */
  | { type: 'read'; found: ReadPortfolio }
  | { type: 'changed'; change: PortfolioChange }
  | { type: 'written'; isKept: boolean }
  | { type: 'example-shown'; fleet: Portfolio }
  | { type: 'example-left' }

export function reducePortfolio(state: PortfolioState, event: PortfolioEvent): PortfolioState {
  switch (event.type) {
    case 'read':
      return afterRead(state, event.found)
    case 'changed':
      if (state.example !== null) return { ...state, example: changePortfolio(state.example, event.change) }
      return { ...state, own: changePortfolio(state.own, event.change) }
    case 'written':
      return { ...state, keeping: event.isKept ? 'kept' : state.keeping === 'closed' ? 'closed' : 'full' }
    case 'example-shown':
      return { ...state, example: event.fleet }
    case 'example-left':
      return { ...state, example: null }
  }
}

/** The portfolio on screen. */
export function shownPortfolio({ own, example }: PortfolioState): Portfolio {
  return example ?? own
}

function afterRead(state: PortfolioState, found: ReadPortfolio): PortfolioState {
  if (found.status === 'closed') return { ...state, keeping: 'closed' }
  if (found.status === 'unreadable') return { ...state, keeping: 'unreadable', unreadable: found.text }
  // Unsaved changes are merged with what another tab wrote.
  if (state.keeping === 'full')
    return { ...state, own: changePortfolio(found.fleet, { type: 'restore', fleet: state.own }) }
  return { ...state, own: found.fleet, keeping: 'kept', unreadable: null }
}

function changePortfolio(fleet: Portfolio, change: PortfolioChange): Portfolio {
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
      return emptyPortfolio
  }
}

function putLots(lots: readonly Lot[], put: readonly Lot[]): Lot[] {
  const replaced = new Map(put.map((lot) => [lot.id, lot]))
  const there = new Set(lots.map(({ id }) => id))
  return [...lots.map((lot) => replaced.get(lot.id) ?? lot), ...put.filter(({ id }) => !there.has(id))]
}

/** Where a visitor without lots starts; `fleet` shows what there is. */
export type Opening = 'fleet' | 'add' | 'import' | 'example'

/** Lot prefilled by a link from a fund page: `/fleet?add=MSTY&shares=100`. */
export type AddRequest = { symbol: string; shares: string }

export function readAddRequest(): AddRequest | null {
  const symbol = queryParam(location.search, 'add', (text) => text.slice(0, 5).toUpperCase())
  return symbol === null ? null : { symbol, shares: queryParam(location.search, 'shares', String) ?? '' }
}

/** The URL without the request. */
export function addressWithout({ pathname, hash }: Location): string {
  return pathname + hash
}

/** Invented: three families, a reverse split, a change of frequency, fractions. */
export const examplePortfolio: Portfolio = {
  version: 1,
  lots: [
    { id: 'example-1', symbol: 'MSTY', shares: 500, boughtOn: '2025-06-02', price: null },
    { id: 'example-2', symbol: 'MSTY', shares: 40, boughtOn: '2026-02-02', price: null },
    { id: 'example-3', symbol: 'NVDY', shares: 250, boughtOn: '2025-03-03', price: null },
    { id: 'example-4', symbol: 'XDTE', shares: 62.5, boughtOn: '2025-01-06', price: null },
    { id: 'example-5', symbol: 'YMAX', shares: 300, boughtOn: '2025-09-02', price: null }
  ],
  taxPercent: 22,
  goal: 25_000
}
