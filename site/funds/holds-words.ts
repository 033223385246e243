/** Whether `text` (lower case) contains each typed word. */
export function holdsWords(text: string, typed: string): boolean {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
