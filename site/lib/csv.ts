/** Formats lines according to RFC 4180: CRLF after every line, quotes where needed. */
export function writeCsv(lines: readonly (readonly (string | number | null)[])[]): string {
  return lines.map((cells) => `${cells.map((cell) => quote(String(cell ?? ''))).join(',')}\r\n`).join('')
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** `line`, where the row begins, counts from 1, as an editor shows it. */
export type CsvLine = {
  line: number
  cells: string[]
  /** Set if quotes don't match, or if the text ends in the last cell where more could follow. */
  end?: 'in quotes' | 'open'
}

/**
 * Reads cells separated by commas, semicolons or tabs, whichever the first line has. A cell in quotes may contain the
 * separator and line breaks, and text after the quotes belongs to it. Empty lines are skipped.
 */
export function readCsv(text: string, separator = separatorOf(text)): CsvLine[] {
  const plain = `[^${separator}\\r\\n]*`
  const pattern = new RegExp(` *"([^"]*(?:""[^"]*)*)("?)(${plain})|(${plain})`, 'y')
  const lines: CsvLine[] = []
  const breakAt = /\r\n|\n|\r/y
  let current: CsvLine = { line: 1, cells: [] }
  let line = 1
  pattern.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  while (pattern.lastIndex < text.length || current.cells.length > 0) {
    const [whole = '', quoted, closing, rest = '', bare = ''] = pattern.exec(text) ?? []
    current.cells.push((quoted === undefined ? bare : quoted.replaceAll('""', '"') + rest).trim())
    // Quotes end before a separator, or a word such as the one in '"Individual" X1234'.
    if (/^[^ ]/.test(rest) || bare.trimEnd().endsWith('"')) current.end = 'in quotes'
    line += quoted === undefined ? 0 : whole.split(/\r\n|\n|\r/).length - 1
    if (text[pattern.lastIndex] === separator) {
      pattern.lastIndex += 1
      continue
    }
    breakAt.lastIndex = pattern.lastIndex
    const [ending] = breakAt.exec(text) ?? []
    if (ending === undefined && closing !== '"') current.end = closing === '' ? 'in quotes' : 'open'
    if (current.cells.length > 1 || current.cells[0] !== '') lines.push(current)
    line += 1
    pattern.lastIndex += ending?.length ?? 0
    current = { line, cells: [] }
  }
  return lines
}

function separatorOf(text: string): string {
  const first = text.split(/\r\n|\n|\r/).find((row) => row.trim() !== '') ?? ''
  return ['\t', ';', ','].find((mark) => first.includes(mark)) ?? ','
}
