const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** 'less than a minute', '5 minutes', '7 hours', '3 days': how long ago it was. */
export function spellAge(now: Date, then: Date): string {
  const ms = Math.max(0, now.getTime() - then.getTime())
  if (ms < minuteMs) return 'less than a minute'
  if (ms < hourMs) return spellCount(Math.floor(ms / minuteMs), 'minute')
  if (ms < 2 * dayMs) return spellCount(Math.floor(ms / hourMs), 'hour')
  return spellCount(Math.floor(ms / dayMs), 'day')
}

function spellCount(count: number, unit: string): string {
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}

/** '5.2 MB', in millions of bytes; '0.1 MB' at least. */
export function spellSize(bytes: number): string {
  return `${Math.max(0.1, bytes / 1e6).toFixed(1)} MB`
}
