import { symbolRule } from '../../admin-api/contract/symbol-rule.ts'

/** Only letters, upper-cased, at most five: what a symbol field lets through. */
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

/** What the search field lets through, upper-cased: letters, and single spaces between the words of a name. */
export function searchTextFrom(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z ]/g, '')
    .replace(/^ +/, '')
    .replace(/ +/g, ' ')
    .slice(0, longestSearchText)
}

/** What every input for a symbol has in common. */
export const symbolInput = {
  type: 'text',
  maxLength: symbolRule.maxLength,
  autoComplete: 'off',
  autoCapitalize: 'characters',
  autoCorrect: 'off',
  spellCheck: false
} as const
