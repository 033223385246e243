/** '$0.2979': four decimals, as issuers announce amounts; '$1,234.50' with two. */
export function dollars(amount: number, decimals = 4): string {
  return withMinus(amount, `$${grouped(Math.abs(amount), decimals)}`)
}

/** '1.21%' for 0.0121, '−41.5%' for -0.415: the only form of a percentage, in texts, tables and on the wire. */
export function percent(fraction: number, decimals: number): string {
  return ofHundred(100 * fraction, decimals)
}

/** The same for a figure that is in percent already: '68.90%' for 68.9. */
export function ofHundred(value: number, decimals: number): string {
  return withMinus(value, `${grouped(Math.abs(value), decimals)}%`)
}

/** '+24%' for a log ratio of ln 1.24; '0%' never carries a sign. */
export function signedPercent(logRatio: number): string {
  const text = percent(Math.expm1(logRatio), 0)
  return text !== '0%' && logRatio > 0 ? `+${text}` : text
}

/** Thousands separated by commas; without a sign. */
export function grouped(value: number, decimals: number): string {
  const [whole = '', fraction] = value.toFixed(decimals).split('.')
  const thousands = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return fraction === undefined ? thousands : `${thousands}.${fraction}`
}

/** A real minus sign; none for what rounds to zero. */
export function withMinus(value: number, text: string): string {
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text
}
