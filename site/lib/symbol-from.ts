import { symbolRule } from '../../admin-api/contract/symbol-rule.ts'

/** Only letters, upper-cased, at most five: what a symbol field lets through. */
export function symbolFrom(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, symbolRule.maxLength)
}
