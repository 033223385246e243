/** Logs a failure that visitors need not see to the console. */
export function logFailure(what: string, detail: unknown): void {
  // biome-ignore lint/suspicious/noConsole: these are meant for the console
  console.error(what, detail)
}
