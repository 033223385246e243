/** The order of characters, for sorting days, symbols and other plain ASCII. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
