import { writeCsv } from './csv.ts'

/** Saves a file among the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the blob after this task; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export function saveCsv(lines: Parameters<typeof writeCsv>[0], name: string): void {
  saveFile(new Blob([writeCsv(lines)], { type: 'text/csv' }), name)
}
