/** '$0.2979': four decimals, as issuers announce amounts; '$1,234.50' with two. */
export function dollars(amount: number, decimals = 4): string {
  return withMinus(amount, `$${groupThousands(Math.abs(amount), decimals)}`)
}

/** '1.21%' for 0.0121, '−41.5%' for -0.415. */
export function percent(fraction: number, decimals: number): string {
  return percentValue(100 * fraction, decimals)
}

/** '68.90%' for 68.9, a value that is already in percent. */
export function percentValue(value: number, decimals: number): string {
  return withMinus(value, `${groupThousands(Math.abs(value), decimals)}%`)
}

/** '1,234.50' for 1234.5; expects a value of 0 or more. */
export function groupThousands(value: number, decimals: number): string {
  const [whole = '', fraction] = value.toFixed(decimals).split('.')
  const thousands = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return fraction === undefined ? thousands : `${thousands}.${fraction}`
}

/** '1 fund', '2 funds', '1,234 funds'. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${groupThousands(count, 0)} ${count === 1 ? noun : plural}`
}

/** Adds U+2212, a real minus sign, unless the text rounds to zero. */
export function withMinus(value: number, text: string): string {
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text
}

/** Rounds to `digits` decimals by Number.toFixed. */
export function roundTo(digits: number, value: number): number {
  return Number(value.toFixed(digits))
}

/** Rounds dollars a share to four decimals, as issuers announce them. */
export function roundAmount(amount: number): number {
  return Math.round(amount * 1e4) / 1e4
}

/** 'MSTY', 'MSTY and CONY', 'MSTY, CONY and ULTY' */
export function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
