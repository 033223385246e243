import { formatCount } from '../../lib/format.ts'

/** Nine million shares of anything here is more than the fund has: longer numbers are slips of the finger. */
const maxShareDigits = 7
export const mostShares = 10 ** maxShareDigits - 1

/** What the field shows, the number it stands for (0 for an empty field), and whether digits were cut off. */
export type SharesText = { text: string; shares: number; isCut: boolean }

export const noShares: SharesText = { text: '', shares: 0, isCut: false }

/** Digits only, no leading zeros, thousands separated. */
export function sharesText(typed: string): SharesText {
  const digits = typed.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  if (digits === '') return noShares
  const shares = Number(digits.slice(0, maxShareDigits))
  return { text: formatCount(shares), shares, isCut: digits.length > maxShareDigits }
}

/** Where the caret stands in `text` so that as many digits are on its left as before. */
export function caretAfterDigits(text: string, digitsOnLeft: number): number {
  if (digitsOnLeft <= 0) return 0
  let seen = 0
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] !== ',') seen += 1
    if (seen === digitsOnLeft) return place + 1
  }
  return text.length
}
