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
