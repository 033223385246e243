import { symbolRule } from '../../admin-api/contract/symbol-rule.ts'

/** The text of a symbol field: only letters, upper-cased, at most five. */
export function symbolFrom(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, symbolRule.maxLength)
}

/** Whether the text is a well-formed symbol, upper-cased. */
export function isSymbol(text: string): boolean {
  return text !== '' && symbolFrom(text) === text
}

const longestSearchText = 40

/** The text of the search field: only letters and single spaces between words, upper-cased. */
export function searchTextFrom(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z ]/g, '')
    .replace(/^ +/, '')
    .replace(/ +/g, ' ')
    .slice(0, longestSearchText)
}

/** Attributes of every input for a symbol. */
export const symbolInput = {
  type: 'text',
  maxLength: symbolRule.maxLength,
  autoComplete: 'off',
  autoCapitalize: 'characters',
  autoCorrect: 'off',
  spellCheck: false
} as const
