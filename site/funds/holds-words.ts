/** Whether each word that was typed stands somewhere in the text, as a whole or in part; `text` in lower case. */
export function holdsWords(text: string, typed: string): boolean {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
