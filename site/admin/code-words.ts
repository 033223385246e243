import { formatMonthDayYear } from '../lib/format.ts'

/** 'DIVIDEND_HISTORY' -> 'Dividend history' */
export function readable(name: string): string {
  const words = name.replaceAll('_', ' ').trim().toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Options of a select, by their codes. */
export function optionsOf<Name extends string>(names: readonly Name[]) {
  return names.map((name) => [name, readable(name)] as const)
}

type Detail = { name: string; value: string }

/** Flattens metadata into one row per value: { before: { amount: 1 } } gives 'Before, amount'. */
export function detailsOf(metadata: Record<string, unknown>): Detail[] {
  return Object.entries(metadata).flatMap(([name, value]) => flatten(readable(name), value))
}

function flatten(name: string, value: unknown): Detail[] {
  const inner = isObject(value) ? Object.entries(value) : []
  if (inner.length === 0) return [{ name, value: formatMonthDayYear(formatValue(value)) }]
  return inner.flatMap(([key, part]) => flatten(`${name}, ${readable(key).toLowerCase()}`, part))
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(formatItem).join(', ')
  return isObject(value) ? 'none' : String(value)
}

function formatItem(value: unknown): string {
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : formatValue(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
