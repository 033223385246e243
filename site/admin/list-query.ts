import { useCallback, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../admin-api/contract/endpoint.ts'
import { withParams } from '../lib/query-param.ts'
import { useAdminQuery } from '../login/admin-query.ts'

/** Chosen filters of a list, and its current page, from 1. An empty filter includes everything. */
export type ListQuery<Filters> = { filters: Filters; page: number }

/** `settings` are not filters and survive clearing: the order, the page size. */
export type ListRules<Filters> = { initial: Filters; settings?: readonly (keyof Filters)[] }

export function isFiltered<Filters extends object>(
  { settings = [] }: ListRules<Filters>,
  filters: Filters
): boolean {
  const names = Object.keys(filters) as (keyof Filters)[]
  return names.some((name) => filters[name] !== '' && !settings.includes(name))
}

/** Rejects years like 0002, which a date field contains during typing. */
export function isQueryableDay(day: string): boolean {
  return /^20[2-9]\d-\d\d-\d\d$/.test(day)
}

/** Filters for a request, without the empty ones; `from` and `to` are days, which may still be incomplete. */
export function chosenFilters<Filters extends object>(filters: Filters) {
  const chosen = Object.entries(filters).filter(([name, value]) =>
    name === 'from' || name === 'to' ? isQueryableDay(value) : value !== ''
  )
  return Object.fromEntries(chosen) as { [Name in keyof Filters]?: Exclude<Filters[Name], ''> }
}

/** An empty list still has one page. */
export function countPages(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** Filters of any list, as a filter bar shows and changes them. */
export type FilterState = {
  filters: Readonly<Record<string, string | number>>
  isFiltered: boolean
  choose(chosen: Record<string, string | number>): void
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

/** Turning pages keeps the filters; any other change returns to the first page. */
export function useFilters<Filters extends object>(rules: ListRules<Filters>) {
  const { initial, settings = [] } = rules
  const [list, setList] = useState<ListQuery<Filters>>(() => ({
    filters: readFilters(initial, location.search),
    page: 1
  }))
  const { filters } = list
  // A reload, Back and a copied address keep the filters.
  useEffect(() => {
    const changed = Object.entries(filters).map(([name, value]) => [
      name,
      value === initial[name as keyof Filters] ? null : String(value)
    ])
    const query = withParams(location.search, Object.fromEntries(changed))
    history.replaceState(history.state, '', location.pathname + query + location.hash)
  }, [filters, initial])
  return {
    ...list,
    isFiltered: isFiltered(rules, filters),
    choose: (chosen: Partial<Filters>) =>
      setList((last) => ({ filters: { ...last.filters, ...chosen }, page: 1 })),
    clear: () => {
      const kept = Object.fromEntries(settings.map((name) => [name, filters[name]]))
      setList({ filters: { ...initial, ...kept }, page: 1 })
    },
    turn: useCallback((page: number) => setList((last) => ({ ...last, page })), [])
  }
}

/** Rows per page: few enough for a phone. */
export const shortPage = 25

/** A list whose rows are all loaded, and are filtered and paged here. */
export function useLoadedList<Filters extends object, Row>(
  rules: ListRules<Filters>,
  rows: readonly Row[],
  passes: (row: Row, filters: Filters) => boolean
) {
  const list = useFilters(rules)
  const shown = rows.filter((row) => passes(row, list.filters))
  const totalPages = countPages(shown.length, shortPage)
  // The last page may have lost its rows.
  const page = Math.min(list.page, totalPages)
  const rowsOfPage = shown.slice((page - 1) * shortPage, page * shortPage)
  return { ...list, shown, page, totalPages, rowsOfPage }
}

type PagedList<Filters, Input extends z.ZodMiniType, Output extends z.ZodMiniType> = {
  endpoint: Endpoint<Input, Output>
  rules: ListRules<Filters>
  toInput: (list: ListQuery<Filters>) => z.input<Input> & { limit: number }
  totalOf: (value: z.output<Output>) => number
  refreshEveryMs: number | null
}

/** A filtered list that is loaded page by page. `listTop` is scrolled into view when a page is turned. */
export function usePagedList<
  Filters extends object,
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType
>({ endpoint, rules, toInput, totalOf, refreshEveryMs }: PagedList<Filters, Input, Output>) {
  const list = useFilters(rules)
  const { page, turn } = list
  const input = toInput(list)
  const loaded = useAdminQuery(endpoint, input, refreshEveryMs)
  const { value, isLoading } = loaded
  const listTop = useRef<HTMLDivElement>(null)
  const total = value === null ? null : totalOf(value)
  const totalPages = total === null ? page : countPages(total, input.limit)

  // The last page may have lost its rows.
  useEffect(() => {
    if (!isLoading && page > totalPages) turn(totalPages)
  }, [isLoading, page, totalPages, turn])

  function turnAndScroll(to: number) {
    turn(to)
    listTop.current?.scrollIntoView()
  }

  return { ...loaded, ...list, total, totalPages, listTop, turn: turnAndScroll }
}
