/**
 * Keeps a spreadsheet from running a text as a formula: names come from sources and may begin with one of its signs. Numbers
 * stay as they are. https://owasp.org/www-community/attacks/CSV_Injection
 */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
}
