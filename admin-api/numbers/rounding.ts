/** To so many decimals, halves as the number's own decimal form has them. */
export function roundTo(digits: number, value: number): number {
  return Number(value.toFixed(digits))
}
