/** Rule for tickers, with the message for each violation. Its own file, so that the home page loads nothing else. */
export const symbolRule = {
  maxLength: 5,
  empty: 'Symbol cannot be empty',
  tooLong: 'Symbol cannot exceed 5 characters',
  notLetters: 'Symbol must contain only letters (no numbers, spaces, or special characters)'
} as const
