import { useEffect, useReducer, useRef } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../admin-api/contract/endpoint.ts'
import { withParams } from '../lib/query-param.ts'
import { useAdminQuery } from '../login/admin-query.ts'

/** Chosen filters of a list, and its current page, from 1. An empty filter includes everything. */
export type ListQuery<Filters> = { filters: Filters; page: number }

type ListAction<Filters> =
  | { type: 'filtered'; filters: Partial<Filters> }
  | { type: 'cleared' }
  | { type: 'turned'; page: number }

/** `settings` are not filters and survive clearing: the order, the page size. */
export type ListRules<Filters> = { initial: Filters; settings?: readonly (keyof Filters)[] }

/** Turning pages keeps the filters; any other action returns to the first page. */
export function reduceList<Filters extends object>(
  { initial, settings = [] }: ListRules<Filters>,
  { filters }: ListQuery<Filters>,
  action: ListAction<Filters>
): ListQuery<Filters> {
  switch (action.type) {
    case 'filtered':
      return { filters: { ...filters, ...action.filters }, page: 1 }
    case 'cleared': {
      const kept = settings.map((name) => [name, filters[name]])
      return { filters: { ...initial, ...Object.fromEntries(kept) }, page: 1 }
    }
    case 'turned':
      return { filters, page: action.page }
  }
}

export function isFiltered<Filters extends object>(
  { settings = [] }: Pick<ListRules<Filters>, 'settings'>,
  filters: Filters
): boolean {
  const names = Object.keys(filters) as (keyof Filters)[]
  return names.some((name) => filters[name] !== '' && !settings.includes(name))
}

/** Filters for a request, without the empty ones. */
export function chosenFilters<Filters extends object>(filters: Filters) {
  const chosen = Object.entries(filters).filter(([, value]) => value !== '')
  return Object.fromEntries(chosen) as { [Name in keyof Filters]?: Exclude<Filters[Name], ''> }
}

/** An empty list still has one page. */
export function countPages(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** Filters as a filter bar shows and changes them. */
export type FilterState<Filters> = {
  filters: Filters
  isFiltered: boolean
  choose: (chosen: Partial<Filters>) => void
  clear: () => void
}

/** The initial filters with those of a query, as `withParams` writes them. */
function readFilters<Filters extends object>(initial: Filters, query: string): Filters {
  const params = new URLSearchParams(query)
  const read = Object.entries(initial).map(([name, usual]) => {
    const text = params.get(name) ?? usual
    return [name, typeof usual === 'number' ? Number(text) || usual : text]
  })
  return { ...initial, ...Object.fromEntries(read) }
}

export function useFilters<Filters extends object>(rules: ListRules<Filters>) {
  const [list, dispatch] = useReducer(
    (before: ListQuery<Filters>, action: ListAction<Filters>) => reduceList(rules, before, action),
    null,
    () => ({ filters: readFilters(rules.initial, location.search), page: 1 })
  )
  const { filters } = list
  // A reload, Back and a copied address keep the filters.
  useEffect(() => {
    const changed = Object.entries(filters).map(([name, value]) => [
      name,
      value === rules.initial[name as keyof Filters] ? null : String(value)
    ])
    const query = withParams(location.search, Object.fromEntries(changed))
    history.replaceState(history.state, '', location.pathname + query + location.hash)
  }, [filters, rules])
  return {
    ...list,
    isFiltered: isFiltered(rules, list.filters),
    choose: (chosen: Partial<Filters>) => dispatch({ type: 'filtered', filters: chosen }),
    clear: () => dispatch({ type: 'cleared' }),
    dispatch
  }
}

type PagedList<Filters, Input extends z.ZodMiniType, Output extends z.ZodMiniType> = {
  endpoint: Endpoint<Input, Output>
  rules: ListRules<Filters>
  toInput: (list: ListQuery<Filters>) => z.input<Input>
  totalOf: (value: z.output<Output>) => number
  pageSizeOf: (filters: Filters) => number
  refreshEveryMs: number | null
}

/** A filtered list that is loaded page by page. `listTop` is scrolled into view when a page is turned. */
export function usePagedList<
  Filters extends object,
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType
>({ endpoint, rules, toInput, totalOf, pageSizeOf, refreshEveryMs }: PagedList<Filters, Input, Output>) {
  const list = useFilters(rules)
  const { filters, page, dispatch } = list
  const loaded = useAdminQuery(endpoint, toInput({ filters, page }), refreshEveryMs)
  const { value, isLoading } = loaded
  const listTop = useRef<HTMLDivElement>(null)
  const total = value === null ? null : totalOf(value)
  const totalPages = total === null ? page : countPages(total, pageSizeOf(filters))

  // The last page may have lost its rows.
  useEffect(() => {
    if (!isLoading && page > totalPages) dispatch({ type: 'turned', page: totalPages })
  }, [isLoading, page, totalPages, dispatch])

  function turn(to: number) {
    dispatch({ type: 'turned', page: to })
    listTop.current?.scrollIntoView()
  }

  return { ...loaded, ...list, total, totalPages, listTop, turn }
}
