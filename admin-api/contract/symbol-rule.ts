/** What a ticker may look like, and the sentence for one that does not. Apart, for pages that only need the rule. */
export const symbolRule = {
  maxLength: 5,
  empty: 'Symbol cannot be empty',
  tooLong: 'Symbol cannot exceed 5 characters',
  notLetters: 'Symbol must contain only letters (no numbers, spaces, or special characters)'
} as const
