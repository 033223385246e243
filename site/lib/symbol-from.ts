import { symbolRule } from '../../admin-api/contract/symbol-rule.ts'

/** Only letters, upper-cased, at most five: what a symbol field lets through. */
export function symbolFrom(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, symbolRule.maxLength)
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
