/** Formats lines according to RFC 4180: CRLF after every line, quotes where needed. */
export function writeCsv(lines: readonly (readonly (string | number | null)[])[]): string {
  return lines.map((cells) => `${cells.map((cell) => quote(String(cell ?? ''))).join(',')}\r\n`).join('')
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** `line` counts from 1, as an editor shows it. */
export type CsvLine = { line: number; cells: string[] }

/**
 * Reads cells separated by commas, semicolons or tabs, whichever the first line has. A cell in quotes may contain the
 * separator but no line break. Empty lines are skipped.
 */
export function readCsv(text: string): CsvLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const first = lines.find((line) => line.trim() !== '') ?? ''
  const separator = ['\t', ';', ','].find((mark) => first.includes(mark)) ?? ','
  return lines.flatMap((line, i) =>
    line.trim() === '' ? [] : [{ line: i + 1, cells: splitCells(line, separator) }]
  )
}

function splitCells(line: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const mark of line.replaceAll('""', '\u0000')) {
    if (mark === '"') isQuoted = !isQuoted
    else if (mark === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += mark
  }
  // A cell of two quotes and nothing else is empty.
  return cells.map((cell) => (cell === '\u0000' ? '' : cell.replaceAll('\u0000', '"')).trim())
}
