/** '21 Nov 2026, 02:18:35 UTC', on the operator's clock; `timeZone` is for tests. */
export function formatMoment(instant: string, timeZone?: string): string {
  const moment = new Date(instant)
  if (Number.isNaN(moment.getTime())) return instant
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    ...(timeZone !== undefined && { timeZone })
  }).format(moment)
}

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
  return [{ name, value: written(value) }]
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
