/** Ampersands as typed, or as pasted from a URL or a page. */
const ampersands = /&amp;|&#38;|&#x26;|%26|＆/gi
/** 'S&P', 'S & P' and 'S and P' are one word, 'Yield & Target' are two. */
const initials = /\b([A-Z]{1,2})\s?(?:&|AND)\s?([A-Z])\b/g

/** Words of a text in capitals, for finding funds: 'S&P 500' -> ['SP', '500']. */
export function wordsOf(text: string): string[] {
  const plain = text.replaceAll(ampersands, '&').toUpperCase().replaceAll(initials, '$1$2')
  return plain.match(/[A-Z0-9]+/g) ?? []
}

/** Whether each typed word begins one of the known words, or two in a row: 'SP500' is 'SP', '500'. */
export function holdsWords(known: readonly string[], typed: readonly string[]): boolean {
  return typed.every((word) =>
    known.some((other, i) => other.startsWith(word) || `${other}${known[i + 1] ?? ''}`.startsWith(word))
  )
}
