/** As RFC 4180 wants it: CRLF after every line, quotes where a value needs them. */
export function writeCsv(lines: readonly (readonly string[])[]): string {
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('')
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
