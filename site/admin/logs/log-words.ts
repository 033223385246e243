import { slashDays } from '../../lib/slash-days.ts'

/** 'DIVIDEND_HISTORY' -> 'Dividend history' */
export function readable(name: string): string {
  const words = name.replaceAll('_', ' ').trim().toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type Detail = { name: string; value: string }

/** What a line holds beside its message, one row a figure: {before: {amount: 1}} gives 'Before, amount'. */
export function detailsOf(metadata: Record<string, unknown>): Detail[] {
  return Object.entries(metadata).flatMap(([name, value]) => detail(readable(name), value))
}

function detail(name: string, value: unknown): Detail[] {
  if (isObject(value)) {
    const inner = Object.entries(value)
    if (inner.length > 0) {
      return inner.flatMap(([part, of]) => detail(`${name}, ${readable(part).toLowerCase()}`, of))
    }
  }
  return [{ name, value: slashDays(written(value)) }]
}

function written(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(inList).join(', ')
  return isObject(value) ? 'none' : String(value)
}

function inList(value: unknown): string {
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : written(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
